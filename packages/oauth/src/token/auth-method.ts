/** How a client proves who it is at the token endpoint. */
export type AuthMethod = "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

const METHODS: readonly string[] = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

/** What is known when a method is chosen. */
export interface AuthMethodInputs {
  /** What the registration answered. */
  readonly returned?: AuthMethod | undefined;
  /** `token_endpoint_auth_methods_supported`. */
  readonly listed: readonly string[] | undefined;
  readonly hasSecret: boolean;
  readonly hasKey: boolean;
}

/**
 * Chooses how to authenticate: a configured key, else what the registration said if the server lists it, else Basic,
 * then the body, then nothing. A server that lists nothing gets Basic when there is a secret.
 *
 * @param inputs - see {@link AuthMethodInputs}
 */
export function chooseAuthMethod({ returned, listed, hasSecret, hasKey }: AuthMethodInputs): AuthMethod {
  if (hasKey) return "private_key_jwt";
  const usable = (method: AuthMethod): boolean =>
    method === "none" || (hasSecret && method !== "private_key_jwt");
  const isListed = (method: AuthMethod): boolean => listed === undefined || listed.includes(method);
  if (returned !== undefined && usable(returned) && isListed(returned)) return returned;
  const fallback = hasSecret ? "client_secret_basic" : "none";
  if (listed === undefined) return fallback;
  const order: readonly AuthMethod[] = ["client_secret_basic", "client_secret_post", "none"];
  return order.find((method) => usable(method) && listed.includes(method)) ?? fallback;
}

/**
 * What to try once after `invalid_client`: some servers return a secret for a client that asked for none, and then
 * insist on it.
 *
 * @param used - the method that was refused
 * @param inputs - as for {@link chooseAuthMethod}
 */
export function alternativeMethod(
  used: AuthMethod,
  { listed, hasSecret }: AuthMethodInputs,
): AuthMethod | undefined {
  if (!hasSecret || used === "private_key_jwt") return undefined;
  if (used === "client_secret_basic") return "client_secret_post";
  if (used === "client_secret_post") return "client_secret_basic";
  return listed?.includes("client_secret_basic") === true ? "client_secret_basic" : "client_secret_post";
}

/**
 * Reads a method name of a server.
 *
 * @param value - anything
 */
export function authMethodOf(value: unknown): AuthMethod | undefined {
  return typeof value === "string" && METHODS.includes(value) ? (value as AuthMethod) : undefined;
}
