import { publicUrl } from "@snodo/protocol";
import { type Environment, unslash } from "../environment.ts";
import { signInError } from "../errors.ts";
import type { Tried } from "./document.ts";
import type { ServerMetadata } from "./read-server-metadata.ts";
import { canonicalResource } from "./resource-indicator.ts";
import { discoveryFailed, findResourceMetadata, type ResourceSearch } from "./resource-metadata.ts";
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
  const search = await findResourceMetadata(env, input.server, input.advertised, input.signal);
  const legacy = search.found === undefined && env.issuer === undefined;
  const metadata = legacy
    ? await legacyServer(env, input, search)
    : await firstReachable(env, input, candidates(env, input.server, search), search.tried);
  const resource = search.found?.resource ?? (legacy ? undefined : canonicalResource(new URL(input.server)));
  const sends =
    env.switches(metadata.issuer).sendResource !== false &&
    (env.issuer === undefined || env.switches(env.issuer).sendResource !== false);
  return {
    server: input.server,
    audience: search.found?.resource ?? new URL(input.server).origin,
    resource: sends ? resource : undefined,
    scopes: search.found?.scopes,
    dpopRequired: search.found?.dpopRequired === true,
    metadata,
    advertised: input.advertised,
    fetchedAt: env.now(),
  };
}

function candidates(env: Environment, server: string, search: ResourceSearch): readonly string[] {
  const listed = search.found?.authorizationServers ?? [];
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
  before: readonly Tried[],
): Promise<ServerMetadata> {
  const tried = [...before];
  let reached = true;
  for (const issuer of issuers) {
    const search = await findServerMetadata(env, issuer, input.server, input);
    if (search.found !== undefined) return search.found;
    tried.push(...search.tried);
    reached &&= search.absent;
  }
  throw discoveryFailed(input.server, tried, undefined, !reached);
}

async function legacyServer(
  env: Environment,
  input: DiscoverInput,
  resources: ResourceSearch,
): Promise<ServerMetadata> {
  const { origin } = new URL(input.server);
  const search = await findServerMetadata(env, origin, input.server, input);
  if (search.found !== undefined) return search.found;
  // Guessed endpoints only when it is certain that nothing was published.
  if (resources.legacy && search.absent) return defaultEndpoints(origin);
  throw discoveryFailed(input.server, [...resources.tried, ...search.tried], undefined, true);
}
