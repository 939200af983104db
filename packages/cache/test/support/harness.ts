import type { CacheClient, CacheRequest, CacheScope, ConnectionCache } from "@snodo/protocol";
import { type ManualClock, manualClock } from "@snodo/testing";
import { type ResponseCacheOptions, responseCache } from "../../src/index.ts";

/** A promise a test settles. */
export interface Deferred {
  readonly promise: Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export function deferred(): Deferred {
  let resolve: (value: unknown) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A result of a list with its cache pair. */
export const page = (n: unknown, hints: object = { ttlMs: 1000, cacheScope: "public" }) => ({
  resultType: "complete",
  tools: [{ name: `tool${String(n)}` }],
  ...hints,
});
export const PRIVATE = { ttlMs: 1000, cacheScope: "private" };
export const TOOLS = { method: "tools/list" } as const;
export const readOf = (uri: string) => ({ method: "resources/read", params: { uri } }) as const;

/** What a test says of a connection. */
export interface Who {
  readonly endpoint?: string;
  /** True for an endpoint that means the same everywhere. */
  readonly shared?: boolean;
  /** Read at each request. */
  readonly credentials?: CacheScope["credentials"];
  readonly session?: string;
  readonly revision?: CacheClient["revision"];
  readonly metadata?: string;
  readonly source?: object;
  /** A custom transport. */
  readonly custom?: boolean;
  readonly diagnostics?: CacheClient["diagnostics"];
}

export function clientOf(who: Who = {}): CacheClient {
  const credentials = who.credentials ?? (() => "");
  const scope = {
    endpoint: who.endpoint ?? "https://example.com/mcp",
    credentials,
    shared: who.shared ?? false,
  };
  return {
    scope: who.custom === true ? undefined : scope,
    source: who.source,
    label: "https://example.com/mcp",
    revision: who.revision ?? "2026-07-28",
    metadata: who.metadata ?? "[]",
    sessionId: () => who.session,
    diagnostics: who.diagnostics,
  };
}

/** A connection's cache and the requests that went past it. */
export class Connected {
  readonly cache: ConnectionCache;
  /** What was sent, in order. */
  readonly sent: string[] = [];
  /** What the server answers next; a function is asked each time. */
  answer: unknown = () => page(this.sent.length);
  storable = true;

  constructor(cache: ConnectionCache) {
    this.cache = cache;
  }

  /** Reads through the cache, as a client does. */
  read(request: Partial<CacheRequest> & { readonly method: string }): Promise<unknown> {
    return Promise.resolve(this.readNow(request));
  }

  /** The same, without a promise where there is none. */
  readNow(request: Partial<CacheRequest> & { readonly method: string }): unknown {
    return this.cache.read({ params: {}, mode: "use", ...request }, async () => {
      const { uri, cursor } = request.params ?? {};
      this.sent.push([request.method, uri ?? cursor].filter((part) => part !== undefined).join(" "));
      const { answer } = this;
      return { result: await (typeof answer === "function" ? answer() : answer), storable: this.storable };
    });
  }
}

export function harness(options: ResponseCacheOptions = {}) {
  const clock: ManualClock = manualClock();
  const cache = responseCache({ clock, ...options });
  const connect = (who?: Who): Connected => new Connected(cache.attach(clientOf(who)));
  return { cache, clock, connect };
}

export const notification = (method: string, params?: Record<string, unknown>) =>
  ({ jsonrpc: "2.0", method: `notifications/${method}`, params }) as const;
