import {
  type Clock,
  eraOf,
  findMethod,
  isObject,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  own,
  REVISIONS,
  type Revision,
  type Runtime,
  type RuntimeContext,
  type RuntimeSession,
  systemClock,
} from "@snodo/protocol";
import { admit, revisionOf } from "./admit.ts";
import { callTool, complete, getPrompt, readResource, text } from "./answers.ts";
import { type CallContext, callContext, wait } from "./call-context.ts";
import { type ClientState, ClientStates, type TestClient } from "./client-state.ts";
import type { CacheHint, TestServerDefinition } from "./definition.ts";
import { errorObject } from "./fault.ts";
import { discover, initialize, serverInfo, setLevel } from "./handshake.ts";
import { type Hold, Holds } from "./holds.ts";
import { page } from "./pages.ts";
import {
  listedPrompts,
  listedResources,
  listedTemplates,
  listedTools,
  type Parts,
  readParts,
} from "./parts.ts";
import { RoundEnd } from "./rounds.ts";
import { type Announcements, Watchers } from "./watchers.ts";

/** How many messages `received` keeps. */
const KEPT = 10_000;
const NO_REUSE: CacheHint = Object.freeze({ ttlMs: 0, cacheScope: "private" });

/** A scriptable server, as a {@link Runtime}. */
export interface TestServer extends Runtime {
  /** Tells the clients about changes, whatever their era. */
  readonly announce: Announcements;
  /** Replaces parts of the definition; announces nothing. */
  define(parts: Partial<TestServerDefinition>): void;
  /** The last 10,000 requests and notifications, as they arrived. */
  readonly received: readonly JsonRpcMessage[];
  /** The clients that have not closed. */
  readonly clients: readonly TestClient[];
  /** How many `subscriptions/listen` streams are open. */
  readonly openSubscriptions: number;
  /** Ends every `subscriptions/listen` stream with its terminal result. */
  endSubscriptions(): void;
  /** Makes the next requests of a method fail. */
  failNext(method: string, fault: Error, times?: number): void;
  /** Makes requests of a method wait until they are released. */
  hold(method: string): Hold;
  /** The input schema of a tool, for hosts that check mirrored arguments. */
  inputSchemaOf(tool: string): JsonObject | undefined;
}

/** What a test server needs besides its definition. */
export interface TestServerOptions {
  /** How errors name it. Defaults to `test-server`. */
  readonly label?: string | undefined;
  /** Measures delays. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * Builds a server from a description of what it offers, for all five revisions.
 *
 * It decides by the catalogs and dialects of `@snodo/protocol`, as the client does, and answers what the specification
 * asks for: -32601 for what it does not have, -32602 for bad params, -32021 and -32022 with their data.
 *
 * @param definition - the parts of the server
 * @param options - label and clock
 * @returns a runtime: give it to `direct`, `fetchHandler`, `serveHttp`, `serveStdio` or `memoryTransport`
 */
export function testServer(
  definition: TestServerDefinition = {},
  options: TestServerOptions = {},
): TestServer {
  return new ScriptableServer(definition, options);
}

class ScriptableServer implements TestServer {
  readonly label: string;
  readonly revisions: readonly Revision[];
  readonly received: JsonRpcMessage[] = [];
  readonly announce: Announcements;
  readonly #clients = new ClientStates();
  readonly #watchers = new Watchers(this.#clients);
  readonly #holds = new Holds();
  readonly #clock: Clock;
  #parts: Parts;

  constructor(definition: TestServerDefinition, { label, clock }: TestServerOptions) {
    this.label = label ?? "test-server";
    this.#clock = clock ?? systemClock;
    const enabled = definition.revisions ?? REVISIONS;
    this.revisions = REVISIONS.filter((revision) => enabled.includes(revision));
    this.#parts = readParts(definition);
    this.announce = this.#watchers;
  }

  get clients(): readonly TestClient[] {
    return this.#clients.all();
  }

  get openSubscriptions(): number {
    return this.#watchers.open;
  }

  define(parts: Partial<TestServerDefinition>): void {
    this.#parts = readParts({ ...this.#parts.definition, ...parts });
  }

  endSubscriptions(): void {
    this.#watchers.endAll();
  }

  failNext(method: string, fault: Error, times = 1): void {
    this.#holds.failNext(method, fault, times);
  }

  hold(method: string): Hold {
    return this.#holds.hold(method);
  }

  inputSchemaOf(tool: string): JsonObject | undefined {
    return this.#parts.tools.get(tool)?.inputSchema;
  }

  async dispatch(request: JsonRpcRequest, context: RuntimeContext): Promise<JsonRpcResponse> {
    const { id } = request;
    this.#remember(request);
    try {
      const client = this.#clients.of(context.session);
      const revision = revisionOf(request, this.revisions, client);
      const call = callContext(request, revision, client, context, this.#clock);
      await this.#obstacles(request, context.signal);
      const result = await this.#answer(call, client, context);
      return { jsonrpc: "2.0", id, result: this.#finish(result, call) };
    } catch (error) {
      return error instanceof RoundEnd
        ? { jsonrpc: "2.0", id, result: this.#signed(error.result) }
        : { jsonrpc: "2.0", id, error: errorObject(error) };
    }
  }

  notify(notification: JsonRpcNotification, session: RuntimeSession): void {
    this.#remember(notification);
    if (notification.method === "notifications/initialized") this.#clients.of(session).initialized = true;
  }

  #remember(message: JsonRpcMessage): void {
    this.received.push(message);
    if (this.received.length > KEPT) this.received.shift();
  }

  async #obstacles(request: JsonRpcRequest, signal: AbortSignal): Promise<void> {
    const { delay, fail } = this.#parts.definition;
    const milliseconds = typeof delay === "function" ? delay(request) : (delay ?? 0);
    if (milliseconds > 0) await wait(this.#clock, milliseconds, signal);
    await this.#holds.pass(request, signal);
    fail?.(request);
  }

  #answer(call: CallContext, client: ClientState, context: RuntimeContext): unknown {
    const parts = this.#parts;
    const { request, revision } = call;
    const params = request.params ?? {};
    const custom = new Map(Object.entries(parts.definition.methods ?? {})).get(request.method);
    if (custom !== undefined) return custom(params, call);
    admit(request.method, revision, parts);
    const { pageSize } = parts.definition;
    switch (request.method) {
      case "initialize":
        return initialize(parts, this.revisions, params, client);
      case "server/discover":
        return discover(parts, this.revisions);
      case "tools/list":
        return page("tools", listedTools(parts), params, pageSize);
      case "resources/list":
        return page("resources", listedResources(parts), params, pageSize);
      case "resources/templates/list":
        return page("resourceTemplates", listedTemplates(parts), params, pageSize);
      case "prompts/list":
        return page("prompts", listedPrompts(parts), params, pageSize);
      case "tools/call":
        return callTool(parts, params, call);
      case "resources/read":
        return readResource(parts, params, call);
      case "prompts/get":
        return getPrompt(parts, params, call);
      case "completion/complete":
        return complete(parts, params, call);
      case "logging/setLevel":
        return setLevel(params, client);
      case "resources/subscribe":
        client.subscriptions.add(text(params, "uri"));
        return {};
      case "resources/unsubscribe":
        client.subscriptions.delete(text(params, "uri"));
        return {};
      case "subscriptions/listen":
        return this.#watchers.listen(request, parts.capabilities, context);
      default:
        return {};
    }
  }

  /** Adds what every result of a revision carries; what a handler wrote itself stays. */
  #finish(result: unknown, { request, revision }: CallContext): unknown {
    if (eraOf(revision) === "initialize" || !isObject(result)) return result;
    const complete = result["resultType"] === undefined || result["resultType"] === "complete";
    const cacheable = complete && findMethod(revision, request.method)?.cacheable === true;
    return this.#signed({
      resultType: "complete",
      ...(cacheable ? this.#cacheHint(request.method) : {}),
      ...result,
    });
  }

  #signed(result: JsonObject | { readonly _meta?: JsonObject | undefined }): JsonObject {
    const meta = own(result as JsonObject, "_meta");
    return {
      ...result,
      _meta: { [META.serverInfo]: serverInfo(this.#parts), ...(isObject(meta) ? meta : {}) },
    };
  }

  #cacheHint(method: string): CacheHint {
    const { cache } = this.#parts.definition;
    if (cache === undefined) return NO_REUSE;
    if (typeof cache["ttlMs"] === "number") return cache as CacheHint;
    return new Map(Object.entries(cache as Readonly<Record<string, CacheHint>>)).get(method) ?? NO_REUSE;
  }
}
