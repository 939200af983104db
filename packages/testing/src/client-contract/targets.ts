import type { Runtime } from "@snodo/protocol";
import { fetchHandler } from "../fetch/handler.ts";
import type { FetchHandlerOptions } from "../fetch/options.ts";
import { type ServedPipe, servePipe } from "../hosts/serve-pipe.ts";
import type { HttpTarget, PipeTarget } from "./adapter.ts";

/** Attaches a server to the other end of a pipe, such as `scripted(…).attach`. */
export type Attach = (send: (message: unknown) => void, cut: () => void) => ServedPipe;

/**
 * A pipe to a runtime, or to whatever `attach` makes of it. Messages cross as JSON.
 *
 * @param server - a runtime, or something that answers messages
 */
export function pipeTo(server: Runtime | Attach): PipeTarget {
  return {
    channel: "pipe",
    open(receive, closed) {
      let open = true;
      const deliver = (message: unknown, take: (copy: unknown) => void): void => {
        const text = JSON.stringify(message);
        queueMicrotask(() => {
          if (open) take(JSON.parse(text));
        });
      };
      const cut = (): void => {
        if (!open) return;
        open = false;
        served.end();
        closed();
      };
      const send = (message: unknown): void => deliver(message, receive);
      const served: ServedPipe = typeof server === "function" ? server(send, cut) : servePipe(server, send);
      return {
        send: (message) => deliver(message, (copy) => served.receive(copy)),
        close() {
          open = false;
          served.end();
        },
      };
    },
  };
}

/**
 * A URL that leads to a handler in this process.
 *
 * @param handler - any `Request → Response` function
 */
export function httpTo(handler: (request: Request) => Response | Promise<Response>): HttpTarget {
  const url = "http://contract.test/mcp";
  return {
    channel: "http",
    url,
    async fetch(input, init) {
      const request = new Request(input instanceof URL ? input.href : input, init);
      const signal = init?.signal ?? request.signal;
      signal.throwIfAborted();
      return orAborted(async () => handler(request), signal);
    },
  };
}

/** A fetch rejects when its signal aborts, whatever the handler does. */
function orAborted<T>(answer: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    answer()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The same for a runtime. */
export function httpToRuntime(runtime: Runtime, options?: FetchHandlerOptions): HttpTarget {
  return httpTo(fetchHandler(runtime, options));
}
