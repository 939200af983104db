import { type HttpOptions, http } from "@snodo/http";
import type { Transport } from "@snodo/protocol";
import { handlerFetch } from "./handler-fetch.ts";

/** Takes a request and gives the response, as a server does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Anything with a `fetch` that is a handler: `createMcpHandler(…)`, a Hono app, a Worker's default export. */
export interface FetchHandlerObject {
  fetch(request: Request): Response | Promise<Response>;
}

/** Options of {@link fromFetchHandler}: those of `http` that do not concern a network. */
export interface FetchHandlerOptions
  extends Omit<
    HttpOptions,
    | "fetch"
    | "connectTimeout"
    | "connections"
    | "keepAliveTimeout"
    | "allowH2"
    | "tls"
    | "socketPath"
    | "proxyFromEnvironment"
    | "dispatcher"
  > {
  /** The URL of the requests: its path chooses a route. Nothing is resolved. Defaults to `http://localhost/mcp`. */
  readonly url?: string | URL | undefined;
}

/**
 * Reaches a server that is a web-standard handler in this process: `createMcpHandler` of the official SDK, a Hono app, any
 * function from `Request` to `Response`. It is Streamable HTTP without a socket: both eras, sessions, event streams, the
 * limits and errors of `@snodo/http`, as messages of text.
 *
 * Closing a subscription or the client cancels the bodies that are open, so that the handler learns of it.
 *
 * @example
 * const client = await connect(fromFetchHandler(createMcpHandler(buildServer)));
 *
 * @param handler - the function, or an object that has it as `fetch`
 * @param options - URL, headers, credentials, limits
 * @returns a transport that can be opened any number of times
 * @throws TypeError when the handler or an option is wrong
 */
export function fromFetchHandler(
  handler: FetchHandler | FetchHandlerObject,
  options: FetchHandlerOptions = {},
): Transport {
  const { url = "http://localhost/mcp", ...rest } = options;
  return { ...http(url, { ...rest, fetch: handlerFetch(bound(handler)) }), kind: "fetch-handler" };
}

function bound(handler: FetchHandler | FetchHandlerObject): FetchHandler {
  if (typeof handler === "function") return handler;
  if (typeof handler?.fetch !== "function")
    throw new TypeError(
      "fromFetchHandler needs a function from Request to Response, or an object with such a fetch",
    );
  return (request) => handler.fetch(request);
}
