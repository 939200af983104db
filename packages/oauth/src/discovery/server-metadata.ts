import { publicUrl } from "@snodo/protocol";
import { type Environment, unslash } from "../environment.ts";
import { peerText, signInError } from "../errors.ts";
import { parseUrl } from "../net/url-policy.ts";
import { type Search, searchDocument } from "./document.ts";
import { readServerMetadata, type ServerMetadata } from "./read-server-metadata.ts";
import { serverMetadataUrls } from "./well-known.ts";

/**
 * Finds the metadata of an authorization server.
 *
 * @param env - network and deviations
 * @param issuer - its identifier
 * @param server - the URL of the MCP server
 * @param options - `pkce`: prefer a document that lists S256, since one of the two kinds often omits it
 * @throws McpError `authorization`: `issuer_mismatch`, `discovery_failed` when it answers with 5xx, `blocked_url`
 */
export async function findServerMetadata(
  env: Environment,
  issuer: string,
  server: string,
  options: { readonly pkce: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Search<ServerMetadata>> {
  const identifier = parseUrl(issuer);
  const urls = identifier === undefined ? [] : serverMetadataUrls(identifier);
  let spare: ServerMetadata | undefined;
  const search = await searchDocument(env, server, urls, options.signal, (body) => {
    const found = readServerMetadata(body);
    if (found === undefined) return "no issuer and token_endpoint in it";
    checkIssuer(env, issuer, found.issuer, server);
    if (!options.pkce || listsS256(found) || env.switches(issuer).assumePkceS256 === true) return found;
    spare ??= found;
    return "no S256 in it";
  });
  return { ...search, found: search.found ?? spare };
}

/** The endpoints a server of 2025-03-26 has when it publishes no metadata at all. */
export function defaultEndpoints(origin: string): ServerMetadata {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    // PKCE is mandatory in that revision, and there is nowhere to say so.
    code_challenge_methods_supported: ["S256"],
  };
}

/** Says whether the metadata lists the only code challenge method used here. */
export function listsS256(metadata: ServerMetadata): boolean {
  return metadata.code_challenge_methods_supported?.includes("S256") === true;
}

function checkIssuer(env: Environment, expected: string, stated: string, server: string): void {
  const pinned = env.switches(expected).metadataIssuer;
  if (pinned === undefined ? unslash(stated) === unslash(expected) : stated === pinned) return;
  const shown = publicUrl(expected);
  const why = `the metadata of ${shown} states the issuer ${peerText(stated)}. If right, set issuers["${shown}"].metadataIssuer`;
  throw signInError("issuer_mismatch", server, why, { issuer: expected, error: "metadata" });
}
