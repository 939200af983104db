import type { Environment } from "../environment.ts";
import { checkUrl } from "../net/url-policy.ts";
import type { PendingRecord } from "../store/records.ts";

/**
 * Builds the URL the user is sent to. The endpoint's own query is kept.
 *
 * @param env - which URLs are good enough to be opened
 * @param pending - the recorded sign-in
 * @param state - its key
 * @param challenge - the S256 code challenge
 * @throws McpError `authorization` (`blocked_url`)
 */
export function authorizationUrl(
  env: Environment,
  pending: PendingRecord,
  state: string,
  challenge: string,
): URL {
  const endpoint = pending.target.metadata.authorization_endpoint ?? "";
  const { url } = checkUrl(endpoint, pending.target.server, env.network, "the authorization endpoint");
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ["response_type", "code"],
    ["client_id", pending.clientId],
    ["redirect_uri", pending.redirectUri],
    ["code_challenge", challenge],
    ["code_challenge_method", "S256"],
    ["state", state],
    ["resource", pending.target.resource],
    ["scope", pending.requested],
  ];
  for (const [name, value] of parameters) {
    if (value !== undefined && value !== "") url.searchParams.set(name, value);
  }
  url.hash = "";
  return url;
}
