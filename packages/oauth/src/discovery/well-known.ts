const RESOURCE = "/.well-known/oauth-protected-resource";
const OAUTH = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";

/**
 * Where the metadata of a protected resource may be: at its path, then at the root.
 * spec: 2026-07-28 basic/authorization, protected resource metadata discovery; RFC 9728 section 3.
 *
 * @param server - the URL of the MCP server
 */
export function resourceMetadataUrls(server: URL): readonly string[] {
  const root = `${server.origin}${RESOURCE}`;
  const path = withoutSlash(server.pathname);
  return path === "" && server.search === "" ? [root] : [`${root}${path}${server.search}`, root];
}

/**
 * Where the metadata of an authorization server may be. The root document of an issuer with a path is never asked
 * for: it describes another issuer.
 * spec: 2026-07-28 basic/authorization, authorization server metadata discovery.
 *
 * @param issuer - its identifier
 */
export function serverMetadataUrls(issuer: URL): readonly string[] {
  const { origin } = issuer;
  const path = withoutSlash(issuer.pathname);
  return path === ""
    ? [`${origin}${OAUTH}`, `${origin}${OPENID}`]
    : [`${origin}${OAUTH}${path}`, `${origin}${OPENID}${path}`, `${origin}${path}${OPENID}`];
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
