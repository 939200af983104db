import { eraOf, REVISIONS, type Revision } from "../revisions.ts";
import type { MethodDescriptor, MethodRow } from "./descriptor.ts";
import { CLIENT_NOTIFICATIONS, CLIENT_REQUESTS, SERVER_NOTIFICATIONS, SERVER_REQUESTS } from "./tables.ts";

/** The methods of one revision, by direction and kind. */
export interface Catalog {
  readonly clientRequests: ReadonlyMap<string, MethodDescriptor>;
  readonly serverRequests: ReadonlyMap<string, MethodDescriptor>;
  readonly clientNotifications: ReadonlyMap<string, MethodDescriptor>;
  readonly serverNotifications: ReadonlyMap<string, MethodDescriptor>;
}

const catalogs = new Map<Revision, Catalog>();

/**
 * The catalog of a revision: which methods exist, who sends them, and what the headers and the cache need to know.
 *
 * Spec: schema.ts of each revision.
 *
 * @param revision - one of `REVISIONS`
 */
export function catalogOf(revision: Revision): Catalog {
  let catalog = catalogs.get(revision);
  if (catalog === undefined) {
    catalog = {
      clientRequests: select(CLIENT_REQUESTS, revision, "client", "request"),
      serverRequests: select(SERVER_REQUESTS, revision, "server", "request"),
      clientNotifications: select(CLIENT_NOTIFICATIONS, revision, "client", "notification"),
      serverNotifications: select(SERVER_NOTIFICATIONS, revision, "server", "notification"),
    };
    catalogs.set(revision, catalog);
  }
  return catalog;
}

/**
 * Finds a request that clients send.
 *
 * @param revision - the revision that is spoken
 * @param method - any method name
 */
export function findMethod(revision: Revision, method: string): MethodDescriptor | undefined {
  return catalogOf(revision).clientRequests.get(method);
}

function select(
  rows: readonly MethodRow[],
  revision: Revision,
  from: MethodDescriptor["from"],
  kind: MethodDescriptor["kind"],
): ReadonlyMap<string, MethodDescriptor> {
  const stateless = eraOf(revision) === "stateless";
  const oldest = REVISIONS[REVISIONS.length - 1] as Revision;
  const found = new Map<string, MethodDescriptor>();
  for (const row of rows) {
    if (revision < (row.first ?? oldest) || revision > (row.last ?? (REVISIONS[0] as Revision))) continue;
    // 2024-11-05 has completions but no capability that announces them.
    const announced =
      row.capability === "completions" && revision === "2024-11-05" ? undefined : row.capability;
    found.set(row.method, {
      method: row.method,
      from,
      kind,
      capability: announced,
      cacheable: stateless && row.cacheable === true,
      mayAskInput: stateless && row.mayAskInput === true,
      nameParam: stateless ? row.nameParam : undefined,
      safe: row.safe === true,
      embedded: stateless && row.embedded === true,
      extension: row.extension,
    });
  }
  return found;
}
