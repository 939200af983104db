import { parseUrl } from "../net/url-policy.ts";

/**
 * Says whether a resource takes in a URL: the same origin, and a path that is a segment prefix. `/mcp` takes in
 * `/mcp/x` and not `/mcp2`.
 *
 * @param resource - the `resource` of the metadata, or the URL a token was issued for
 * @param target - where a token is about to go, or the MCP server
 */
export function resourceCovers(resource: string, target: string): boolean {
  const outer = parseUrl(resource);
  const inner = parseUrl(target);
  if (outer === undefined || inner === undefined || outer.origin !== inner.origin) return false;
  const path = outer.pathname.replace(/\/$/, "");
  return inner.pathname === path || inner.pathname.startsWith(`${path}/`);
}

/**
 * The identifier of a server that publishes none: its URL without fragment, and without the `/` that `URL` adds to a
 * bare origin.
 * spec: 2026-07-28 basic/authorization, canonical server URI.
 *
 * @param server - the URL of the MCP server
 */
export function canonicalResource(server: URL): string {
  const path = server.pathname === "/" ? "" : server.pathname;
  return `${server.origin}${path}${server.search}`;
}
