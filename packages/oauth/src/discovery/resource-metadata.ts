import type { JsonObject } from "@snodo/protocol";
import type { Environment } from "../environment.ts";
import { peerText, signInError } from "../errors.ts";
import { listField, textField } from "../json-fields.ts";
import { discoveryFailed, type Search, searchDocument, type Tried } from "./document.ts";
import { resourceCovers } from "./resource-indicator.ts";
import { resourceMetadataUrls } from "./well-known.ts";

/** What a protected resource says of itself (RFC 9728), as far as a client needs it. */
interface ResourceMetadata {
  /** Sent byte for byte, never normalised. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  readonly scopes: readonly string[] | undefined;
  readonly dpopRequired: boolean;
}

/** Most URLs of a challenge that are asked. */
const MAX_ADVERTISED = 2;

/**
 * Finds the metadata of an MCP server: where its challenge says, else at the well-known places.
 *
 * @param env - network
 * @param server - the URL of the MCP server
 * @param advertised - every `resource_metadata` of the challenge
 * @param signal - gives up
 * @throws McpError `authorization`: `resource_mismatch` when a document is for something else, `discovery_failed` when
 *   a server fails or an advertised document is nowhere, `blocked_url`
 */
export async function findResourceMetadata(
  env: Environment,
  server: string,
  advertised: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Search<ResourceMetadata>> {
  const promised = advertised.slice(0, MAX_ADVERTISED);
  const usual = resourceMetadataUrls(new URL(server)).filter((url) => !promised.includes(url));
  const tried: Tried[] = [];
  let unreachable = false;
  // A server that says where its metadata is may be wrong about it, but not about what it is for.
  for (const urls of [promised, usual]) {
    let other: string | undefined;
    const search = await searchDocument(env, server, urls, signal, (body) => {
      const read = readResourceMetadata(body);
      if (read === undefined) return "no resource in it";
      if (resourceCovers(read.resource, server)) return read;
      other = read.resource;
      return "for another resource";
    });
    if (search.found !== undefined) return search;
    if (other !== undefined) {
      const why = `its metadata is for ${peerText(other)}. Check the server's URL`;
      throw signInError("resource_mismatch", server, why);
    }
    tried.push(...search.tried);
    unreachable ||= search.unreachable;
  }
  // Metadata that was promised must be found: the fallbacks of older servers would trust less than was offered.
  if (promised.length > 0) throw discoveryFailed(server, tried, unreachable);
  return { found: undefined, tried, unreachable };
}

function readResourceMetadata(body: JsonObject): ResourceMetadata | undefined {
  const resource = textField(body, "resource");
  if (resource === undefined) return undefined;
  return {
    resource,
    authorizationServers: listField(body, "authorization_servers") ?? [],
    scopes: listField(body, "scopes_supported"),
    dpopRequired: body["dpop_bound_access_tokens_required"] === true,
  };
}
