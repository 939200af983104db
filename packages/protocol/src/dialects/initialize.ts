import { catalogOf } from "../catalog/lookup.ts";
import { isObject } from "../json.ts";
import type { Revision } from "../revisions.ts";
import type { Dialect } from "./dialect.ts";

/**
 * The dialect of revisions that open with a handshake.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/utilities/cancellation, and the same pages of earlier revisions.
 *
 * @param revision - one before 2026-07-28
 */
export function initializeDialect(revision: Revision): Dialect {
  const { clientRequests } = catalogOf(revision);
  return Object.freeze<Dialect>({
    revision,
    era: "initialize",
    logging: "setLevel",
    watching: "subscribe",
    admits: (method) => clientRequests.has(method),
    baseMeta: () => undefined,
    readResult: (method, result) =>
      isObject(result) || method === "ping"
        ? { type: "complete" }
        : { type: "invalid", problem: "the result is not an object" },
    // Clients must never cancel `initialize`. A closed stream says nothing in these revisions, so HTTP tells, too.
    cancellation: (method) => (method === "initialize" ? "silent" : "notify"),
  });
}
