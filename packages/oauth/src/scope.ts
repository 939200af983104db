/**
 * The scope tokens of a space-separated list, each once, in order.
 *
 * @param text - a `scope` value, or undefined
 */
export function scopesOf(text: string | undefined): readonly string[] {
  return [...new Set((text ?? "").split(/\s+/).filter((scope) => scope !== ""))];
}

/**
 * Every scope of several lists, each once.
 *
 * @param lists - scope lists
 */
export function unionOf(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/**
 * Says whether a list holds every scope of another.
 *
 * @param held - what a token has
 * @param wanted - what is needed
 */
export function coversScopes(held: readonly string[], wanted: readonly string[]): boolean {
  const set = new Set(held);
  return wanted.every((scope) => set.has(scope));
}

/** What decides the scopes of a first authorization request. */
export interface ScopeInputs {
  /** Configured: replaces everything else. */
  readonly override?: readonly string[] | undefined;
  /** Configured: added to whatever is chosen. */
  readonly add?: readonly string[] | undefined;
  /** The `scope` of the server's challenge. */
  readonly challenged?: readonly string[] | undefined;
  /** `scopes_supported` of the protected resource metadata. */
  readonly resourceScopes?: readonly string[] | undefined;
  /** Asked for or granted before. */
  readonly earlier?: readonly string[] | undefined;
  /** True when `offline_access` may be added: the authorization server lists it and refresh tokens can be kept. */
  readonly offline?: boolean | undefined;
}

/**
 * Chooses what to ask for: configured, else the challenge, else what the resource lists, else nothing.
 * spec: 2026-07-28 basic/authorization, scope selection strategy.
 *
 * @param inputs - everything that takes part
 * @returns the scopes; an empty list means that no `scope` is sent
 */
export function chooseScopes(inputs: ScopeInputs): readonly string[] {
  const challenged = inputs.challenged ?? [];
  const base = inputs.override ?? (challenged.length > 0 ? challenged : (inputs.resourceScopes ?? []));
  const chosen = unionOf(inputs.earlier ?? [], base, inputs.add ?? []);
  // Alone it would turn "whatever the server grants by default" into "nothing but offline access".
  return inputs.offline === true && chosen.length > 0 ? unionOf(chosen, ["offline_access"]) : chosen;
}
