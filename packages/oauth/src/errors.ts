import {
  type Authorization,
  type AuthorizationProblem,
  isMcpError,
  McpError,
  publicUrl,
  quote,
} from "@snodo/protocol";

/** How much of an authorization server's text an error may quote, in characters. */
const MAX_PEER_TEXT = 256;

/** An {@link McpError} whose reason says what went wrong on the way to a token. */
export type AuthorizationError = McpError & { readonly reason: Authorization };

/**
 * Builds the error of a failed authorization. Nothing a library threw is kept as its cause: those hold whole
 * responses, tokens included.
 *
 * @param problem - what went wrong
 * @param message - the whole line for people
 * @param details - further fields of the reason; `retryable` defaults to false
 */
export function authError(
  problem: AuthorizationProblem,
  message: string,
  details: Partial<Omit<Authorization, "type" | "problem">> = {},
): AuthorizationError {
  const reason: Authorization = { type: "authorization", problem, retryable: false, ...details };
  // What `transportError` makes, without the table of codes.
  return new McpError(message, { kind: "transport", code: -32000, reason }) as AuthorizationError;
}

/**
 * The error of a sign-in that cannot go on.
 *
 * @param problem - what went wrong
 * @param server - the URL of the MCP server
 * @param why - what happened, and what to do
 * @param details - as for {@link authError}
 */
export function signInError(
  problem: AuthorizationProblem,
  server: string,
  why: string,
  details: Parameters<typeof authError>[2] = {},
): AuthorizationError {
  return authError(problem, `Cannot sign in to ${publicUrl(server)}: ${why}.`, details);
}

/**
 * Says whether a value is the error of a failed authorization, and, given a problem, of that one.
 *
 * @param value - what a promise rejected with
 * @param problem - asks for this problem only
 * @returns true when `reason` has the fields of an authorization failure
 */
export function isAuthorizationError(
  value: unknown,
  problem?: AuthorizationProblem,
): value is AuthorizationError {
  return isMcpError(value, "authorization") && (problem === undefined || value.reason.problem === problem);
}

/**
 * An authorization server's text as an error may show it: one line, clipped, in quotes.
 *
 * @param text - untrusted text
 */
export function peerText(text: string): string {
  return `"${quote(text, MAX_PEER_TEXT)}"`;
}

/**
 * An OAuth error of a server as a message may show it. Servers have been seen to repeat what they were sent, so text
 * in which a secret begins is left out.
 *
 * @param code - the `error` of an answer
 * @param description - its `error_description`
 * @param secrets - what was sent
 */
export function peerError(
  code: string,
  description: string | undefined,
  secrets: readonly string[] = [],
): string {
  const echoes = (text: string): boolean => secrets.some((secret) => text.includes(secret.slice(0, 8)));
  const shown = echoes(code) ? "an error that repeats a secret" : (errorWord(code) ?? peerText(code));
  return description === undefined || echoes(description) ? shown : `${shown} (${peerText(description)})`;
}

/**
 * An OAuth error code as the `error` of a reason: codes are short ASCII words, and anything else is not passed on.
 *
 * @param code - the `error` of an answer
 */
export function errorWord(code: string | undefined): string | undefined {
  return code !== undefined && /^[a-z][a-z0-9_.-]{1,63}$/i.test(code) ? code : undefined;
}
