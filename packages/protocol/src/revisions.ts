/** A protocol revision this library speaks, named by its date. */
export type Revision = "2026-07-28" | "2025-11-25" | "2025-06-18" | "2025-03-26" | "2024-11-05";

/** `stateless` carries everything in each request; `initialize` opens with a handshake and may hold a session. */
export type Era = "stateless" | "initialize";

/** Every revision this library speaks, newest first. */
export const REVISIONS: readonly Revision[] = Object.freeze([
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
] as const);

/** The newest revision this library speaks. */
export const LATEST_REVISION: Revision = "2026-07-28";

/**
 * Says whether a value names a revision this library speaks.
 *
 * @param value - a version string from a peer or from options
 */
export function isRevision(value: unknown): value is Revision {
  return (REVISIONS as readonly unknown[]).includes(value);
}

/**
 * Names the era a revision belongs to.
 *
 * @param revision - one of {@link REVISIONS}
 */
export function eraOf(revision: Revision): Era {
  return revision >= "2026-07-28" ? "stateless" : "initialize";
}

/**
 * Picks the newest revision that both lists name.
 *
 * @param allowed - what this side may speak
 * @param offered - what the peer says it speaks; entries of other types are skipped
 * @returns the newest common revision, or undefined when there is none
 */
export function newestCommon(
  allowed: readonly Revision[],
  offered: readonly unknown[],
): Revision | undefined {
  return REVISIONS.find((revision) => allowed.includes(revision) && offered.includes(revision));
}
