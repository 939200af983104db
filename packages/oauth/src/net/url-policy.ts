import { publicUrl } from "@snodo/protocol";
import { authError } from "../errors.ts";
import { hostKind } from "./addresses.ts";

/** Which URLs may be requested. The defaults are for servers on the internet and for development on this machine. */
export interface NetworkPolicy {
  /** Plain http to any host, for tests and closed networks; defaults to false. */
  readonly allowInsecure?: boolean | undefined;
  /** Names of hosts that may be on a private network although the MCP server is not, such as `sso.corp.example`. */
  readonly allowHosts?: readonly string[] | undefined;
}

/** A URL that passed, and whether its host may turn out to be on a private network. */
interface CheckedUrl {
  readonly url: URL;
  readonly privateAllowed: boolean;
}

/**
 * Decides whether a URL may be requested on behalf of an MCP server.
 *
 * A server on the internet must not steer its clients to this machine or its network; a server that is there itself may.
 *
 * @param text - the URL, which may come from a peer
 * @param server - the URL the user gave: the MCP server, or a configured endpoint
 * @param policy - exceptions the application asked for
 * @param what - names the URL in the error, such as `the token endpoint`
 * @throws McpError `authorization` (`blocked_url`) when it may not
 */
export function checkUrl(text: string, server: string, policy: NetworkPolicy, what: string): CheckedUrl {
  const url = parseUrl(text);
  const home = parseUrl(server);
  if (url === undefined) throw blocked(what, "not a URL", text);
  const { hostname, protocol, username, password } = url;
  const kind = hostKind(hostname);
  const homeKind = hostKind(home?.hostname ?? "");
  const privateAllowed =
    homeKind === "loopback" ||
    homeKind === "private" ||
    // The host the user named may be anywhere: it was not the server that steered us there.
    home?.hostname === hostname ||
    policy.allowHosts?.includes(hostname) === true;
  const plain = protocol === "http:" && (kind === "loopback" || policy.allowInsecure === true);
  if (protocol !== "https:" && !plain) throw blocked(what, "not https", text);
  if (username !== "" || password !== "") throw blocked(what, "a user name in it", text);
  if (!privateAllowed && (kind === "loopback" || kind === "private")) {
    throw blocked(what, "a private address, named by a server that is not on it", text);
  }
  return { url, privateAllowed };
}

/**
 * Parses a URL without throwing.
 *
 * @param text - anything
 * @param base - what it may be relative to
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function blocked(what: string, why: string, url: string): Error {
  return authError(
    "blocked_url",
    `Refused ${what} ${publicUrl(url)}: ${why}. The \`network\` option makes exceptions.`,
  );
}
