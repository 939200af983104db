import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docs } from "../paths.ts";
import type { ComparedCase, Outcome } from "./run.ts";

const SIGNS: Readonly<Record<Outcome, string>> = {
  passed: "✓",
  failed: "**✗**",
  revision: "·",
  lacking: "·",
};

/** Reads the outcomes that are kept in `docs/contract.json`. */
export function readCompared(): readonly ComparedCase[] {
  return JSON.parse(readFileSync(join(docs, "contract.json"), "utf8")) as readonly ComparedCase[];
}

/** How many cases each client passes and fails, and how many say nothing about it. */
export function totals(cases: readonly ComparedCase[]): string {
  const clients = Object.keys(cases[0]?.outcomes ?? {});
  const count = (client: string, outcomes: readonly Outcome[]): number =>
    cases.filter((each) => outcomes.includes(each.outcomes[client] ?? "lacking")).length;
  return [
    "| | passed | failed | do not apply |",
    "|---|--:|--:|--:|",
    ...clients.map(
      (client) =>
        `| \`${client}\` | ${count(client, ["passed"])} | ${count(client, ["failed"])} | ${count(client, ["revision", "lacking"])} |`,
    ),
  ].join("\n");
}

/** Every case, a line each. */
export function caseTable(cases: readonly ComparedCase[]): string {
  const clients = Object.keys(cases[0]?.outcomes ?? {});
  return [
    `| | ${clients.map((client) => `\`${client}\``).join(" | ")} |`,
    `|---|${clients.map(() => ":-:|").join("")}`,
    ...cases.map(
      ({ group, name, outcomes }) =>
        `| ${group}: ${name} | ${clients.map((client) => SIGNS[outcomes[client] ?? "lacking"]).join(" | ")} |`,
    ),
  ].join("\n");
}
