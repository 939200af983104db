import { runJob, startHttpServer, stdioTarget } from "./children.ts";
import { commandStartUp, floorStartUp } from "./command/start-up.ts";
import { type ContestantName, packageOf, type Target } from "./contestants/contestant.ts";
import type { Figure, Job } from "./job.ts";
import type { Options } from "./options.ts";
import type { Row } from "./rows.ts";
import { bundleBytes } from "./sizes/bundle.ts";
import { installedBytes } from "./sizes/installed.ts";
import { packedUmbrella } from "./sizes/packed.ts";

/** The figures of each round, by row and contestant. */
export interface Outcome {
  figures(row: string, contestant: ContestantName): readonly Figure[];
  /** What could not be measured, and why. */
  readonly failures: readonly {
    readonly job: string;
    readonly contestant: ContestantName;
    readonly why: string;
  }[];
}

class Collected implements Outcome {
  readonly failures: { job: string; contestant: ContestantName; why: string }[] = [];
  readonly #figures = new Map<string, Figure[]>();

  add(row: string, contestant: ContestantName, figure: Figure): void {
    const key = `${row} ${contestant}`;
    const held = this.#figures.get(key);
    if (held === undefined) this.#figures.set(key, [figure]);
    else held.push(figure);
  }

  figures(row: string, contestant: ContestantName): readonly Figure[] {
    return this.#figures.get(`${row} ${contestant}`) ?? [];
  }
}

type Plan = Pick<Job, "group" | "way" | "rows">;

/** The groups that the rows belong to, each with its rows, in the order of the rows. */
export function plansFor(rows: readonly Row[]): readonly Plan[] {
  const plans = new Map<string, { group: Plan["group"]; way: Plan["way"]; rows: string[] }>();
  for (const { id, group, way } of rows) {
    if (group === "size") continue;
    const key = `${group} ${way}`;
    const plan = plans.get(key);
    if (plan === undefined) plans.set(key, { group, way, rows: [id] });
    else plan.rows.push(id);
  }
  return [...plans.values()];
}

/** Starts with another one each round, so that none always runs first. */
export function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

async function measureSizes(options: Options, collected: Collected): Promise<void> {
  for (const contestant of options.contestants) {
    const wanted = (id: string) => options.rows.some((row) => row.id === id);
    const bundle = wanted("bundle") || wanted("bundle.gzip") ? await bundleBytes(contestant) : undefined;
    if (bundle !== undefined) {
      collected.add("bundle", contestant, { value: bundle.minified });
      collected.add("bundle.gzip", contestant, { value: bundle.gzip });
    }
    const name = packageOf[contestant];
    if (name !== undefined && wanted("install"))
      collected.add("install", contestant, { value: installedBytes(name) });
  }
}

/**
 * Runs every round: within one, the contestants take turns at each group of rows.
 *
 * @param tell - is told what runs now
 */
export async function runRounds(options: Options, tell: (line: string) => void): Promise<Outcome> {
  const collected = new Collected();
  const server = await startHttpServer();
  const targets = new Map<string, Target>([
    ["stdio", stdioTarget],
    ["http", server.target],
  ]);
  const command = async ({ rows, way }: Plan, contestant: ContestantName, target: Target | undefined) => {
    const [row] = rows;
    if (row === undefined || target === undefined) return;
    try {
      if (contestant === "floor") collected.add(row, contestant, await floorStartUp(target));
      if (contestant === "snodo")
        collected.add(row, contestant, await commandStartUp(target, options.rounds > 1));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      collected.failures.push({ job: `command, ${way}`, contestant, why });
    }
  };
  const one = async (plan: Plan, contestant: ContestantName) => {
    const target = targets.get(plan.way);
    if (plan.group === "command") return command(plan, contestant, target);
    const common = { ...plan, contestant, scale: options.scale, ...(target === undefined ? {} : { target }) };
    try {
      const published = plan.group === "import" && contestant === "snodo" && options.rounds > 1;
      const job = published ? { ...common, entry: await packedUmbrella() } : common;
      for (const [row, figure] of await runJob(job)) collected.add(row, contestant, figure);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      collected.failures.push({ job: `${plan.group}, ${plan.way}`, contestant, why });
    }
  };
  for (let round = 0; round < options.rounds; round++) {
    for (const plan of plansFor(options.rows)) {
      tell(`round ${round + 1} of ${options.rounds}: ${plan.group}, ${plan.way}`);
      for (const contestant of rotated(options.contestants, round)) await one(plan, contestant);
    }
  }
  server.stop();
  await measureSizes(options, collected);
  return collected;
}
