import { transportError } from "../../src/errors/mcp-error.ts";
import { pipeConnection } from "../../src/pipe/correlator.ts";
import type { MessagePipe } from "../../src/pipe/message-pipe.ts";
import type { Diagnostic } from "../../src/ports/diagnostics.ts";
import type { Exchange, Routing } from "../../src/ports/transport.ts";
import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from "../../src/rpc/messages.ts";
import { systemClock } from "../../src/time/system-clock.ts";

/** What a test may replace. */
export interface Parts {
  readonly send?: MessagePipe["send"];
  readonly answer?: (request: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>;
}

/** A connection over a pipe whose other end is the test. */
export function harness(parts: Parts = {}) {
  const written: JsonRpcMessage[] = [];
  const inbound: string[] = [];
  const closed: unknown[] = [];
  const diagnostics: Diagnostic[] = [];
  let pipeClosed = 0;
  const connection = pipeConnection(
    {
      send: (message) => {
        written.push(message);
        return parts.send?.(message);
      },
      close: async () => {
        pipeClosed += 1;
      },
    },
    {
      inbound: {
        notification: ({ method }) => inbound.push(method),
        request: parts.answer ?? (async ({ id }) => ({ jsonrpc: "2.0", id, result: {} })),
        closed: (error) => closed.push(error),
      },
      diagnostics: { report: (diagnostic) => diagnostics.push(diagnostic) },
      clock: systemClock,
    },
    "node server.mjs",
  );

  /** Sends a request, and keeps in order what arrives for it. */
  function call(request: Partial<JsonRpcRequest> & { id: string | number }, routing?: Partial<Routing>) {
    const events: string[] = [];
    const exchange: Exchange = {
      routing: { revision: "2025-11-25", ...routing },
      notification: ({ method, params }) => events.push(`${method} ${JSON.stringify(params)}`),
      request: async () => undefined,
    };
    const flight = connection.send({ jsonrpc: "2.0", method: "tools/call", ...request }, exchange);
    const outcome = flight.response.then(
      (response) => {
        events.push("answered");
        return response;
      },
      (error: unknown) => {
        events.push("failed");
        throw error;
      },
    );
    outcome.catch(() => undefined);
    return { events, outcome, cancel: (reason: string) => flight.cancel(reason) };
  }

  return {
    connection,
    call,
    receive: (...messages: unknown[]) => {
      for (const message of messages) connection.receive(message);
    },
    end: () => connection.end(() => transportError("the server exited", { type: "connection_lost" })),
    written,
    inbound,
    closed,
    diagnostics,
    codes: () => diagnostics.map(({ level, code }) => `${level} ${code}`),
    pipeClosed: () => pipeClosed,
  };
}

export const result = (id: unknown, value: unknown = {}) => ({ jsonrpc: "2.0", id, result: value });
export const notice = (method: string, params?: unknown) => ({ jsonrpc: "2.0", method, params });
export const progress = (progressToken: unknown, value: number) =>
  notice("notifications/progress", { progressToken, progress: value });
