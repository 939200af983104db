import { type Clock, messageOf, systemClock } from "@snodo/protocol";
import type { ClientAdapter } from "./adapter.ts";
import type { ClientCase, ClientFeature } from "./client-case.ts";
import { clientContract } from "./contract.ts";

/** What became of one case. */
export interface ClientCaseOutcome {
  readonly group: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed. */
  readonly problem: string;
}

/** What became of a client. */
export interface ClientReport {
  readonly client: string;
  readonly cases: readonly ClientCaseOutcome[];
  readonly passed: number;
  readonly failed: number;
  readonly milliseconds: number;
}

/** How a client is put through the contract. */
export interface ClientContractOptions {
  /** Features the client does not have. */
  readonly without?: readonly ClientFeature[] | undefined;
  /** Cases that run at the same time. Defaults to 8. */
  readonly concurrency?: number | undefined;
  /** Measures the run. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * Puts a client through the whole contract, without a test framework.
 *
 * @param adapter - the client
 * @param options - features it lacks, and how many cases run at once
 * @returns what became of each case; never rejects
 */
export async function runClientContract(
  adapter: ClientAdapter,
  options: ClientContractOptions = {},
): Promise<ClientReport> {
  const { without = [], concurrency = 8, clock = systemClock } = options;
  const start = clock.now();
  const outcomes = new Array<ClientCaseOutcome>(clientContract.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next; at < clientContract.length; at = next) {
      next += 1;
      outcomes[at] = await runCase(clientContract[at] as ClientCase, adapter, without);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const of = (outcome: ClientCaseOutcome["outcome"]): number =>
    outcomes.filter((each) => each.outcome === outcome).length;
  return {
    client: adapter.name,
    cases: outcomes,
    passed: of("passed"),
    failed: of("failed"),
    milliseconds: Math.round(clock.now() - start),
  };
}

async function runCase(
  { group, name, needs, run }: ClientCase,
  adapter: ClientAdapter,
  without: readonly string[],
): Promise<ClientCaseOutcome> {
  if (needs?.some((feature) => without.includes(feature)) === true) {
    return { group, name, outcome: "skipped", problem: "" };
  }
  try {
    await run(adapter);
    return { group, name, outcome: "passed", problem: "" };
  } catch (error) {
    return { group, name, outcome: "failed", problem: messageOf(error) };
  }
}

const MARKS = { passed: "ok", failed: "FAIL", skipped: "-" } as const;

/**
 * Puts reports of several clients side by side: a line a case, a column a client, then what failed and why.
 *
 * @param reports - of the same contract
 */
export function compareClients(reports: readonly ClientReport[]): string {
  const [first] = reports;
  if (first === undefined) return "";
  const width = Math.max(...reports.map(({ client }) => client.length)) + 2;
  const columns = (cells: readonly string[]): string => cells.map((cell) => cell.padEnd(width)).join("");
  const rows = first.cases.map(({ group, name }, at) => {
    const marks = reports.map(({ cases }) => MARKS[cases[at]?.outcome ?? "skipped"]);
    return `${columns(marks)}${group}: ${name}`;
  });
  const failures = reports.flatMap(({ client, cases }) =>
    cases
      .filter(({ outcome }) => outcome === "failed")
      .map(
        ({ group, name, problem }) => `${client}: ${group}: ${name}\n    ${problem.split("\n", 1)[0] ?? ""}`,
      ),
  );
  const totals = reports.map(
    ({ client, passed, failed, milliseconds }) =>
      `${client}: ${passed} passed, ${failed} failed, ${milliseconds} ms`,
  );
  const head = columns(reports.map(({ client }) => client)).trimEnd();
  return [head, ...rows, "", ...failures, ...(failures.length > 0 ? [""] : []), ...totals].join("\n");
}
