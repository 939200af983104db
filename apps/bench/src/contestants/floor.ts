// The same work with the platform alone: what no library can go below by much.
import { spawn } from "node:child_process";
import { Pool } from "undici";
import type { Answerer, CallAnswer, Contestant, Peer, Target } from "./contestant.ts";

type Send = (method: string, params: object, name?: string, onProgress?: () => void) => Promise<unknown>;

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly progressToken?: number; readonly _meta?: Readonly<Record<string, unknown>> };
  readonly result?: unknown;
}

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "floor", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function peerOver(send: Send, close: () => Promise<void>): Peer {
  const call = (name: string, args: object, token?: number, onProgress?: () => void) => {
    const _meta = token === undefined ? envelope : { ...envelope, progressToken: token };
    return send("tools/call", { name, arguments: args, _meta }, name, onProgress) as Promise<CallAnswer>;
  };
  let tokens = 0;
  return {
    call,
    callWithProgress: (name, args, onProgress) => call(name, args, ++tokens, onProgress),
    tools: async () => ((await send("tools/list", { _meta: envelope })) as { tools: unknown[] }).tools,
    read: (uri) => send("resources/read", { uri, _meta: envelope }, uri),
    listen: (uri) =>
      send("subscriptions/listen", { notifications: { resourceSubscriptions: [uri] }, _meta: envelope }),
    close,
  };
}

/** Splits at newlines without looking at a byte twice. */
function lines(take: (line: string) => void): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const part = chunk.subarray(start, end);
      take((held.length === 0 ? part : Buffer.concat([...held, part])).toString());
      held = [];
      start = end + 1;
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  };
}

function overStdio({ command, args }: Extract<Target, { kind: "stdio" }>): Peer {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<unknown, (result: unknown) => void>();
  const progress = new Map<unknown, () => void>();
  let ids = 0;
  const settle = (id: unknown, result: unknown) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const take = (line: string) => {
    const { id, method, params, result } = JSON.parse(line) as Incoming;
    if (id !== undefined) settle(id, result);
    else if (method === "notifications/progress") progress.get(params?.progressToken)?.();
    else settle(params?._meta?.[SUBSCRIPTION], undefined);
  };
  child.stdout.on("data", lines(take));
  const send: Send = (method, params, _name, onProgress) =>
    new Promise((resolve) => {
      const id = ++ids;
      waiting.set(id, resolve);
      if (onProgress !== undefined)
        progress.set((params as { _meta: { progressToken: number } })._meta.progressToken, onProgress);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  const close = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.stdin.end();
    });
  return peerOver(send, close);
}

/** The result at the end of an event stream; every message on the way is parsed. */
function lastResult(text: string, onProgress: (() => void) | undefined): unknown {
  let result: unknown;
  for (const block of text.split("\n\n")) {
    if (block === "") continue;
    const message = JSON.parse(block.slice(block.indexOf("data: ") + 6)) as Incoming;
    if (message.method === undefined) result = message.result;
    else onProgress?.();
  }
  return result;
}

function overHttp(url: string): Peer {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 2_000 });
  let ids = 0;
  const send: Send = async (method, params, name, onProgress) => {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
    };
    if (name !== undefined) headers["mcp-name"] = name;
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++ids, method, params });
    const response = await pool.request({ path: pathname, method: "POST", headers, body });
    if (response.headers["content-type"] === "application/json")
      return ((await response.body.json()) as Incoming).result;
    if (method !== "subscriptions/listen") return lastResult(await response.body.text(), onProgress);
    return new Promise((resolve) => {
      response.body.on("error", () => resolve(undefined));
      response.body.once("data", () => resolve(undefined));
    });
  };
  return peerOver(send, () => pool.destroy());
}

export const floor: Contestant = {
  caches: true,
  async connect(target, cached) {
    const peer = target.kind === "stdio" ? overStdio(target) : overHttp(target.url);
    if (cached !== true) return peer;
    const results = new Map<string, unknown>();
    const read = async (uri: string) => {
      const held = results.get(uri);
      if (held !== undefined) return held;
      const result = await peer.read(uri);
      results.set(uri, result);
      return result;
    };
    return { ...peer, read };
  },
  async direct(answer: Answerer) {
    let ids = 0;
    const send: Send = async (method, params) =>
      (answer({ jsonrpc: "2.0", id: ++ids, method, params }) as Incoming).result;
    return peerOver(send, async () => undefined);
  },
};
