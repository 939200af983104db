import { type JsonObject, publicUrl } from "@snodo/protocol";
import type { Environment } from "../environment.ts";
import { peerText, signInError } from "../errors.ts";
import { listField, textField } from "../json-fields.ts";
import { type DocumentAnswer, fetchDocument, type Tried } from "./document.ts";
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

/** The outcome of looking for resource metadata. */
export interface ResourceSearch {
  readonly found: ResourceMetadata | undefined;
  readonly tried: readonly Tried[];
  /** True when every URL answered that there is nothing, so that a server of 2025-03-26 may be assumed. */
  readonly legacy: boolean;
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
): Promise<ResourceSearch> {
  const tried: Tried[] = [];
  const promised = advertised.slice(0, MAX_ADVERTISED);
  let unreachable = false;
  // A server that says where its metadata is may be wrong about it, but not about what it is for.
  for (const urls of [
    promised,
    resourceMetadataUrls(new URL(server)).filter((url) => !promised.includes(url)),
  ]) {
    let mismatch: string | undefined;
    for (const url of urls) {
      const answer = await fetchDocument(env, url, server, signal);
      const read = answer.type === "document" ? readResourceMetadata(answer.body) : undefined;
      if (read !== undefined && resourceCovers(read.resource, server))
        return { found: read, tried, legacy: false };
      mismatch ??= read?.resource;
      tried.push({ url, outcome: outcomeOf(answer, read) });
      if (answer.type === "failed") throw discoveryFailed(server, tried, answer.status, true);
      unreachable ||= answer.type === "unreachable";
    }
    if (mismatch !== undefined) throw resourceMismatch(server, mismatch);
  }
  // Metadata that was promised must be found: the fallbacks of older servers would trust less than was offered.
  if (promised.length > 0) throw discoveryFailed(server, tried, undefined, unreachable);
  return { found: undefined, tried, legacy: !unreachable };
}

function outcomeOf(answer: DocumentAnswer, read: ResourceMetadata | undefined): string {
  if (answer.type !== "document") return answer.outcome;
  return read === undefined ? "no resource in it" : "for another resource";
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

function resourceMismatch(server: string, resource: string): Error {
  const why = `its metadata is for ${peerText(resource)}. Check the server's URL`;
  return signInError("resource_mismatch", server, why);
}

/** The error of a discovery that found nothing to go on with. */
export function discoveryFailed(
  server: string,
  tried: readonly Tried[],
  status: number | undefined,
  retryable: boolean,
): Error {
  const shown = tried.map(({ url, outcome }) => ({ url: publicUrl(url), outcome }));
  const list = shown.map(({ url, outcome }) => `${url} (${outcome})`).join(", ");
  const advice = retryable ? "Try again later" : "Configure `issuer`, or ask who runs it";
  const why = `no authorization metadata at ${list || "all"}. ${advice}`;
  return signInError("discovery_failed", server, why, { tried: shown, retryable, status });
}
