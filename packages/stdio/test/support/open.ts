import { fileURLToPath } from "node:url";
import {
  type Clock,
  type Connection,
  type Diagnostic,
  type Exchange,
  type InFlight,
  isFailure,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type McpError,
  systemClock,
} from "@snodo/protocol";
import { onTestFinished } from "vitest";
import type { StdioOptions } from "../../src/options.ts";
import { processStat } from "../../src/process/proc-fs.ts";
import { stdio } from "../../src/stdio.ts";

/** What a test sees of a connection. */
export interface Opened {
  readonly connection: Connection;
  readonly diagnostics: readonly Diagnostic[];
  readonly notifications: readonly JsonRpcNotification[];
  /** Every error `inbound.closed` was called with. */
  readonly endings: readonly McpError[];
  /** Resolves with the first of them. */
  readonly closed: Promise<McpError>;
  /** Sends a request; resolves with its result. */
  request(method: string, params?: object): Promise<unknown>;
  send(method: string, params?: object): InFlight & { readonly id: number };
}

/** What a test may replace. */
export interface OpenOverrides {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onRequest?: (message: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>;
}

/** The path of a script in test/children. */
export function script(name: string): string {
  return fileURLToPath(new URL(`../children/${name}`, import.meta.url));
}

/** Options that start the puppet. */
export function puppet(options: Partial<StdioOptions> = {}): StdioOptions {
  return { command: process.execPath, ...options, args: [script("puppet.mjs"), ...(options.args ?? [])] };
}

/** Options that run a few lines of code. */
export function inline(code: string, options: Partial<StdioOptions> = {}): StdioOptions {
  return { command: process.execPath, ...options, args: ["--input-type=module", "-e", code] };
}

/** Opens a transport, and closes the connection when the test is over. */
export async function open(options: StdioOptions, overrides: OpenOverrides = {}): Promise<Opened> {
  const diagnostics: Diagnostic[] = [];
  const notifications: JsonRpcNotification[] = [];
  const endings: McpError[] = [];
  let closed: (error: McpError) => void;
  const opened = {
    diagnostics,
    notifications,
    endings,
    closed: new Promise<McpError>((resolve) => {
      closed = resolve;
    }),
  };
  const connection = await stdio(options).open({
    clock: overrides.clock ?? systemClock,
    diagnostics: { report: (diagnostic) => diagnostics.push(diagnostic) },
    inbound: {
      notification: (message) => notifications.push(message),
      request: overrides.onRequest ?? (async () => undefined),
      closed: (error) => {
        endings.push(error);
        closed(error);
      },
    },
    ...(overrides.signal === undefined ? {} : { signal: overrides.signal }),
  });
  onTestFinished(() => connection.close());
  let id = 0;
  const send = (method: string, params: object = {}): InFlight & { id: number } => {
    id += 1;
    const request = { jsonrpc: "2.0" as const, id, method, params: { ...params } };
    const inFlight = connection.send(request, exchange);
    return { id, response: inFlight.response, cancel: (reason: string) => inFlight.cancel(reason) };
  };
  return { ...opened, connection, send, request: (method, params) => resultOf(send(method, params)) };
}

/** An exchange that ignores what arrives for it. */
export const exchange: Exchange = {
  routing: { revision: "2026-07-28" },
  notification: () => {},
  request: async () => undefined,
};

/** The result of a request that must succeed. */
export async function resultOf(inFlight: InFlight): Promise<unknown> {
  const response = await inFlight.response;
  if (isFailure(response)) throw new Error(`unexpected failure: ${response.error.message}`);
  return response.result;
}

/** What a promise rejected with; fails when it did not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}

/** Says whether a process runs. One that is dead but not collected does not. */
export function runs(pid: number): boolean {
  const stat = processStat(pid);
  return stat !== undefined && stat.state !== "Z";
}
