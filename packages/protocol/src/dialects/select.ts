import { eraOf, REVISIONS, type Revision } from "../revisions.ts";
import type { Dialect } from "./dialect.ts";
import { initializeDialect } from "./initialize.ts";
import { statelessDialect } from "./stateless.ts";

const dialects = new Map<Revision, Dialect>();

/**
 * The dialect of a revision.
 *
 * @param revision - one of `REVISIONS`
 */
export function dialectOf(revision: Revision): Dialect {
  let dialect = dialects.get(revision);
  if (dialect === undefined) {
    dialect = eraOf(revision) === "stateless" ? statelessDialect(revision) : initializeDialect(revision);
    dialects.set(revision, dialect);
  }
  return dialect;
}

/**
 * How to give up a request whose revision may not be settled yet: then it is the `initialize` of a handshake.
 *
 * @param revision - the routing's revision
 * @param method - the request's method
 * @param channel - a pipe shared by all requests, or an HTTP request of its own
 */
export function cancellationOf(
  revision: Revision | undefined,
  method: string,
  channel: "pipe" | "http",
): "notify" | "close" | "silent" {
  return dialectOf(revision ?? (REVISIONS[1] as Revision)).cancellation(method, channel);
}
