import type { FetchHandler } from "./from-fetch-handler.ts";

/**
 * The requests under way, each as long as the signal it was made with. A platform's `Request` follows that signal only
 * while the request itself is reachable, and a handler often keeps nothing but `request.signal`: after a garbage
 * collection it would not learn that the client is gone.
 */
const underWay = new WeakMap<AbortSignal, Request>();

/**
 * A `fetch` that asks a handler.
 *
 * @param handler - answers the requests
 */
export function handlerFetch(handler: FetchHandler): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const signal = init?.signal;
    if (signal !== undefined && signal !== null) underWay.set(signal, request);
    const response: unknown = await handler(request);
    if (!isResponse(response)) throw new TypeError("the handler returned something that is no Response");
    return response;
  };
}

/** By its shape: a server framework may bring a `Response` of its own. */
function isResponse(value: unknown): value is Response {
  return (
    typeof value === "object" &&
    value !== null &&
    "status" in value &&
    typeof value.status === "number" &&
    "headers" in value &&
    "body" in value
  );
}
