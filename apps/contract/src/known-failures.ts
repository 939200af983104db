import type { ClientReport } from "@snodo/testing";

/**
 * Cases a client is known to fail, each with what happens. What begins with "does not" says that the case is about
 * something that the client does not have, such as a revision.
 */
export type KnownFailures = Readonly<Record<string, string>>;

/** How a report differs from what is known. */
export interface Surprises {
  /** Failed, and not known to. */
  readonly unexpected: readonly string[];
  /** Known to fail, and passed, or is no case of the contract any more. */
  readonly stale: readonly string[];
}

/**
 * Holds a report against the list.
 *
 * @param report - what became of the client
 * @param known - keys are `group: name`
 */
export function surprises(report: ClientReport, known: KnownFailures): Surprises {
  const listed = new Map(Object.entries(known));
  const failed = new Set(
    report.cases.filter(({ outcome }) => outcome === "failed").map(({ group, name }) => `${group}: ${name}`),
  );
  return {
    unexpected: [...failed].filter((title) => !listed.has(title)),
    stale: [...listed.keys()].filter((title) => !failed.has(title)),
  };
}
