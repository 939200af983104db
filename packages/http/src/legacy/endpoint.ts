import { publicUrl } from "@snodo/protocol";

/** Where messages are to be posted, or why not there. */
export type Endpoint = { readonly url: string } | { readonly problem: string };

/**
 * Resolves the `endpoint` event of HTTP+SSE.
 *
 * By the rules of URLs a leading slash drops the path the server is mounted under; `messageEndpoint` is for servers
 * that get that wrong. Messages carry credentials, so an endpoint of another origin is refused.
 *
 * Spec: 2024-11-05 basic/transports, HTTP with SSE.
 *
 * @param data - what the event says
 * @param stream - the URL of the event stream
 * @param override - where the caller wants to post instead; any origin, since it is the caller's word
 */
export function resolveEndpoint(data: string, stream: string, override: string | undefined): Endpoint {
  const given = override ?? data.trim();
  let url: URL;
  try {
    url = new URL(given, stream);
  } catch {
    return { problem: "the endpoint event holds no URL" };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { problem: "the endpoint is not an HTTP URL" };
  if (override === undefined && url.origin !== new URL(stream).origin) {
    return { problem: `the endpoint ${publicUrl(url)} is of another origin` };
  }
  url.hash = "";
  return { url: url.href };
}
