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

/** Cases that count what happens in a while: a client that fails one passes it now and then, when little came of the while. */
const NOW_AND_THEN: ReadonlySet<string> = new Set([
  "sessions: a server that asks to be reconnected to at once is not hammered (http)",
]);

/**
 * Holds a report against the list.
 *
 * @param report - what became of the client
 * @param known - keys are `group: name`
 */
export function surprises(report: ClientReport, known: KnownFailures): Surprises {
  const listed = new Map(Object.entries(known));
  const outcomes = new Map(report.cases.map(({ group, name, outcome }) => [`${group}: ${name}`, outcome]));
  const isStale = (title: string): boolean => {
    const outcome = outcomes.get(title);
    return outcome !== "failed" && !(outcome === "passed" && NOW_AND_THEN.has(title));
  };
  return {
    unexpected: [...outcomes.keys()].filter(
      (title) => outcomes.get(title) === "failed" && !listed.has(title),
    ),
    stale: [...listed.keys()].filter(isStale),
  };
}
