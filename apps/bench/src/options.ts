import { parseArgs } from "node:util";
import { type ContestantName, contestantNames } from "./contestants/contestant.ts";
import { type Row, rows, selectRows } from "./rows.ts";

export interface Options {
  readonly json: boolean;
  /** Whether the figures are worth comparing with the budgets. */
  readonly judged: boolean;
  readonly rounds: number;
  readonly scale: number;
  readonly rows: readonly Row[];
  readonly contestants: readonly ContestantName[];
}

/** What `--quick` runs: enough to know that every row works, too little for its figures. */
const QUICK = { rounds: 1, scale: 0.02 };

export const usage: string = `pnpm bench [options]      the rows of the performance budget
pnpm bench gateway        1,000 connections with faults: what is left behind

  --rounds N          rounds, interleaved (5)
  --only ROW,…        rows by id, or by the first or last part of it: stdio, http.one, memory
  --contestants C,…   ${contestantNames.join(", ")} (all; the floor always runs)
  --scale X           multiplies the number of operations (1)
  --quick             one round of a few operations: a smoke test, its figures mean nothing
  --json              the figures as JSON on stdout, the table on stderr

rows: ${rows.map(({ id }) => id).join(" ")}`;

function words(text: string | undefined): string[] {
  return (text ?? "").split(",").filter((word) => word !== "");
}

function positive(text: string, name: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new TypeError(`--${name} takes a positive number, not ${text}`);
  return number;
}

function chosenContestants(chosen: readonly string[]): readonly ContestantName[] {
  const unknown = chosen.find((name) => !(contestantNames as readonly string[]).includes(name));
  if (unknown !== undefined) throw new TypeError(`no contestant is called ${unknown}`);
  return contestantNames.filter((name) => chosen.length === 0 || name === "floor" || chosen.includes(name));
}

/**
 * @param args - the command line after the script
 * @throws TypeError for an option that cannot be
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      scale: { type: "string" },
      only: { type: "string" },
      contestants: { type: "string" },
    },
  });
  const { rounds, scale } = values.quick ? QUICK : { rounds: 5, scale: 1 };
  const selected = selectRows(words(values.only));
  if (selected.length === 0) throw new TypeError(`no row matches ${values.only}`);
  return {
    json: values.json,
    judged: !values.quick,
    rounds: Math.round(positive(values.rounds ?? String(rounds), "rounds")),
    scale: positive(values.scale ?? String(scale), "scale"),
    rows: selected,
    contestants: chosenContestants(words(values.contestants)),
  };
}
