import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { Runtime } from "@snodo/protocol";
import { fetchHandler } from "../fetch/handler.ts";
import type { FetchHandler, FetchHandlerOptions } from "../fetch/options.ts";
import { toRequest, writeResponse } from "./web-bridge.ts";

/** Any web-standard handler. */
export type RequestHandler = (request: Request) => Response | Promise<Response>;

/** Where and how to listen. */
export interface ServeHttpOptions extends FetchHandlerOptions {
  /** The path that is served; every other is answered 404. Defaults to `/mcp`. `*` serves all paths. */
  readonly path?: string | undefined;
  /** Defaults to a free one. */
  readonly port?: number | undefined;
  /** Serves TLS with this certificate. */
  readonly tls?: Pick<TlsOptions, "key" | "cert" | "ca" | "requestCert" | "rejectUnauthorized"> | undefined;
  /** Sees every request first; returns true when it answered by itself. */
  readonly intercept?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** A server that listens on the loopback interface. */
export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** How many HTTP requests arrived. */
  readonly requests: number;
  /** How many sockets were accepted. */
  readonly sockets: number;
  /** The handler of the runtime, when a runtime was given. */
  readonly handler: FetchHandler | undefined;
  /** Destroys every open socket; the server goes on listening. */
  sever(): void;
  /** Stops listening, ends what is open and resolves when all of it is gone. Idempotent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a runtime or a web-standard handler on 127.0.0.1.
 *
 * @param target - a runtime such as a `testServer`, or any `Request → Response` function
 * @param options - where to listen, and for a runtime how it is served
 * @returns the server, once it listens
 */
export async function serveHttp(
  target: Runtime | RequestHandler,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const own = typeof target === "function" ? undefined : fetchHandler(target, options);
  const handler: RequestHandler = own ?? (target as RequestHandler);
  const counts = { requests: 0, sockets: 0 };
  const { path = "/mcp", tls } = options;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    counts.requests += 1;
    if (options.intercept?.(request, response) === true) return;
    const scheme = tls === undefined ? "http" : "https";
    void exchange(handler, scheme, path, request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on("connection", () => {
    counts.sockets += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= stop(server, own);
    return closing;
  };
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}${path === "*" ? "/" : path}`,
    port,
    get requests() {
      return counts.requests;
    },
    get sockets() {
      return counts.sockets;
    },
    handler: own,
    sever: () => server.closeAllConnections(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A `Request` that is collected stops following its signal, so those under way are held here. */
const underWay = new Set<Request>();

async function exchange(
  handler: RequestHandler,
  scheme: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  let web: Request | undefined;
  try {
    web = await toRequest(request, scheme, gone.signal);
    underWay.add(web);
    const known = path === "*" || new URL(web.url).pathname === path;
    await writeResponse(known ? await handler(web) : new Response("Not found", { status: 404 }), response);
  } catch (error) {
    // The client went away, or the handler failed: either way this exchange is over.
    if (!response.headersSent) response.writeHead(500);
    response.end(error instanceof Error && !gone.signal.aborted ? error.message : undefined);
  } finally {
    if (web !== undefined) underWay.delete(web);
  }
}

function stop(server: Server, handler: FetchHandler | undefined): Promise<void> {
  handler?.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
