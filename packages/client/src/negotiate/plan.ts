import { type Era, eraOf, newestCommon, type Revision } from "@snodo/protocol";

/** How a connection settles its revision. */
export type Plan =
  /** Ask with `server/discover`, fall back to `initialize`. */
  | { readonly type: "probe"; readonly revision: Revision }
  /** Send nothing; every request names this revision. */
  | { readonly type: "stateless"; readonly revision: Revision }
  /** Send `initialize` with this revision at once. */
  | { readonly type: "initialize"; readonly revision: Revision }
  /** The peer is known to enable none of the allowed revisions. */
  | { readonly type: "refuse"; readonly supported: readonly Revision[] };

/**
 * Decides how to begin.
 *
 * @param allowed - the revisions the caller allows, newest first
 * @param enabled - the revisions the peer is known to enable, for a server in this process
 * @param legacy - whether an earlier probe of the same transport met an initialize-era server
 */
export function plan(
  allowed: readonly Revision[],
  enabled: readonly Revision[] | undefined,
  legacy: boolean,
): Plan {
  if (enabled !== undefined) {
    const revision = newestCommon(allowed, enabled);
    return revision === undefined ? { type: "refuse", supported: enabled } : begin(revision);
  }
  const stateless = newestOf(allowed, "stateless");
  const initialize = newestOf(allowed, "initialize");
  if (stateless === undefined || initialize === undefined)
    return begin((stateless ?? initialize) as Revision);
  // The era is remembered, not the revision: the handshake settles that again.
  return legacy ? begin(initialize) : { type: "probe", revision: stateless };
}

/**
 * The newest allowed revision of an era.
 *
 * @param allowed - newest first
 * @param era - which era
 */
export function newestOf(allowed: readonly Revision[], era: Era): Revision | undefined {
  return allowed.find((revision) => eraOf(revision) === era);
}

function begin(revision: Revision): Plan {
  return { type: eraOf(revision), revision };
}
