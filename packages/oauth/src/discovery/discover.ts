import { publicUrl } from "@snodo/protocol";
import { type Environment, unslash } from "../environment.ts";
import { signInError } from "../errors.ts";
import { discoveryFailed, type Search } from "./document.ts";
import type { ServerMetadata } from "./read-server-metadata.ts";
import { canonicalResource } from "./resource-indicator.ts";
import { findResourceMetadata } from "./resource-metadata.ts";
import { defaultEndpoints, findServerMetadata } from "./server-metadata.ts";

/** Everything that discovery found out about one MCP server. */
export interface Target {
  /** The URL of the MCP server. */
  readonly server: string;
  /** What its tokens are for: they are sent to URLs within it only. */
  readonly audience: string;
  /** The `resource` parameter; undefined sends none. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[] | undefined;
  /** The server says that only bound tokens will do. */
  readonly dpopRequired: boolean;
  readonly metadata: ServerMetadata;
  /** Where the server said that its metadata is. */
  readonly advertised: readonly string[];
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/** What discovery goes by. */
export interface DiscoverInput {
  readonly server: string;
  /** Every `resource_metadata` of the challenge; none probes the well-known places. */
  readonly advertised: readonly string[];
  /** True for the grant that needs PKCE. */
  readonly pkce: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Most authorization servers of one resource that are asked, and only while the earlier ones cannot be reached. */
const MAX_SERVERS = 3;

/**
 * Finds the authorization server of an MCP server.
 * spec: 2026-07-28 basic/authorization; 2025-03-26 for servers without resource metadata.
 *
 * @param env - network, deviations, a configured issuer
 * @param input - what to go by
 * @throws McpError `authorization`: `discovery_failed`, `issuer_mismatch`, `resource_mismatch`, `blocked_url`
 */
export async function discover(env: Environment, input: DiscoverInput): Promise<Target> {
  const { server, advertised } = input;
  const search = await findResourceMetadata(env, server, advertised, input.signal);
  const { found } = search;
  const { origin } = new URL(server);
  const legacy = found === undefined && env.issuer === undefined;
  const issuers = legacy ? [origin] : candidates(env, server, found?.authorizationServers ?? []);
  const metadata = await firstReachable(env, input, issuers, search, legacy);
  const sends = [metadata.issuer, env.issuer].every(
    (issuer) => issuer === undefined || env.switches(issuer).sendResource !== false,
  );
  const resource = found?.resource ?? (legacy ? undefined : canonicalResource(new URL(server)));
  return {
    server,
    audience: found?.resource ?? origin,
    resource: sends ? resource : undefined,
    scopes: found?.scopes,
    dpopRequired: found?.dpopRequired === true,
    metadata,
    advertised,
    fetchedAt: env.now(),
  };
}

function candidates(env: Environment, server: string, listed: readonly string[]): readonly string[] {
  const { issuer } = env;
  if (issuer === undefined) return listed.slice(0, MAX_SERVERS);
  if (listed.length === 0) return [issuer];
  // The server's own spelling builds the same URLs, and is what its metadata will be compared with.
  const match = listed.find((one) => unslash(one) === unslash(issuer));
  if (match !== undefined) return [match];
  const why = `it uses ${publicUrl(listed[0] ?? "")}, and \`issuer\` is ${publicUrl(issuer)}`;
  throw signInError("issuer_mismatch", server, why, { issuer, error: "configured" });
}

async function firstReachable(
  env: Environment,
  input: DiscoverInput,
  issuers: readonly string[],
  resources: Search<object>,
  legacy: boolean,
): Promise<ServerMetadata> {
  const tried = [...resources.tried];
  let { unreachable } = resources;
  for (const issuer of issuers) {
    const search = await findServerMetadata(env, issuer, input.server, input);
    if (search.found !== undefined) return search.found;
    tried.push(...search.tried);
    unreachable ||= search.unreachable;
    // Guessed endpoints only when it is certain that nothing was published.
    if (legacy && !unreachable) return defaultEndpoints(issuer);
  }
  throw discoveryFailed(input.server, tried, unreachable);
}
