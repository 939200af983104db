import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { JsonObject, JsonRpcRequest } from "@snodo/protocol";
import { onTestFinished } from "vitest";

/** A request as the fixture saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON-RPC message, when the body holds one. */
  readonly message: JsonRpcRequest;
  /** Resolves when its socket or its response is closed. */
  readonly closed: Promise<unknown>;
  readonly response: ServerResponse;
}

/** Answers one request. */
export type Handler = (seen: Seen, response: ServerResponse) => unknown;

/** A scripted HTTP server. */
export interface Fixture {
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  readonly seen: Seen[];
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Resolves once this many requests that fit have arrived. */
  arrived(count: number, fits?: (seen: Seen) => boolean): Promise<Seen>;
  close(): Promise<void>;
}

/** Starts a server that is closed at the end of the test. */
export async function fixture(handler: Handler, path = "/mcp"): Promise<Fixture> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const waiting: { readonly check: () => boolean; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    void read(request).then(async (text) => {
      const entry = { ...describe(request, text), closed: once(response, "close"), response };
      seen.push(entry);
      for (const waiter of waiting) if (waiter.check()) waiter.resolve();
      await handler(entry, response);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    sockets,
    close,
    async arrived(count, fits = () => true) {
      const matching = (): Seen[] => seen.filter(fits);
      await new Promise<void>((resolve) => {
        const check = (): boolean => matching().length >= count;
        if (check()) resolve();
        else waiting.push({ check, resolve });
      });
      return matching()[count - 1] as Seen;
    },
  };
}

/** Starts a TCP server; the handler gets the socket once the first request is in. Closed at the end of the test. */
export async function rawFixture(
  handler: (socket: Socket, head: string) => unknown,
): Promise<{ readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      const [head, body = ""] = text.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head ?? "")?.[1] ?? 0);
      if (!text.includes("\r\n\r\n") || body.length < length) return;
      const request = text;
      text = "";
      handler(socket, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function describe(request: IncomingMessage, text: string): Omit<Seen, "closed" | "response"> {
  return {
    method: request.method ?? "",
    url: request.url ?? "",
    headers: request.headers,
    text,
    message: (text === "" ? {} : JSON.parse(text)) as JsonRpcRequest,
  };
}

/** The answer to a request. */
export function result(seen: Seen, value: JsonObject = { resultType: "complete" }): string {
  return JSON.stringify({ jsonrpc: "2.0", id: seen.message.id, result: value });
}

/** An error answer to a request. */
export function error(seen: Seen, code: number, message = "no", id: unknown = seen.message.id): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

/** Sends a JSON body. */
export function json(response: ServerResponse, body: string, status = 200, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

/** Begins an event stream. */
export function stream(response: ServerResponse, headers: object = {}): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
  return response;
}

/** One event. */
export function event(
  data: string,
  fields: { readonly id?: string; readonly event?: string; readonly retry?: number } = {},
): string {
  const { id, event: type, retry } = fields;
  return [
    ...(type === undefined ? [] : [`event: ${type}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    `data: ${data}`,
    "",
    "",
  ].join("\n");
}
