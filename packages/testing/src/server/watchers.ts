import {
  ErrorCode,
  isObject,
  type JsonObject,
  type JsonRpcRequest,
  META,
  own,
  type RequestId,
  type RuntimeContext,
  type ServerCapabilities,
} from "@snodo/protocol";
import type { ClientStates } from "./client-state.ts";
import { RpcFault } from "./fault.ts";

/** Tells the clients that something changed: those that listen, and those of the initialize era. */
export interface Announcements {
  toolsChanged(): void;
  promptsChanged(): void;
  resourcesChanged(): void;
  /** Told to the clients that subscribed to this URI. */
  resourceUpdated(uri: string): void;
}

interface Stream {
  readonly id: RequestId;
  readonly accepted: JsonObject;
  readonly context: RuntimeContext;
  readonly end: () => void;
}

const LISTS = {
  toolsListChanged: { capability: "tools", method: "notifications/tools/list_changed" },
  promptsListChanged: { capability: "prompts", method: "notifications/prompts/list_changed" },
  resourcesListChanged: { capability: "resources", method: "notifications/resources/list_changed" },
} as const;

/**
 * The subscriptions of a server, of both eras.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions; 2025-11-25 server/resources, Subscriptions.
 */
export class Watchers implements Announcements {
  readonly #clients: ClientStates;
  readonly #streams = new Set<Stream>();

  constructor(clients: ClientStates) {
    this.#clients = clients;
  }

  /** How many `subscriptions/listen` streams are open. */
  get open(): number {
    return this.#streams.size;
  }

  /** Answers `subscriptions/listen`: acknowledges, then resolves when either side ends the stream. */
  async listen(
    request: JsonRpcRequest,
    capabilities: ServerCapabilities,
    context: RuntimeContext,
  ): Promise<JsonObject> {
    const accepted = accept(own(request.params ?? {}, "notifications"), capabilities);
    const { id } = request;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stream: Stream = { id, accepted, context, end };
    this.#streams.add(stream);
    context.signal.addEventListener("abort", end, { once: true });
    tell(stream, "notifications/subscriptions/acknowledged", { notifications: accepted });
    if (!context.signal.aborted) await ended;
    this.#streams.delete(stream);
    return { _meta: { [META.subscriptionId]: id } };
  }

  /** Ends every open stream the graceful way. */
  endAll(): void {
    for (const stream of this.#streams) stream.end();
  }

  toolsChanged(): void {
    this.#listChanged("toolsListChanged");
  }

  promptsChanged(): void {
    this.#listChanged("promptsListChanged");
  }

  resourcesChanged(): void {
    this.#listChanged("resourcesListChanged");
  }

  resourceUpdated(uri: string): void {
    const method = "notifications/resources/updated";
    for (const stream of this.#streams) {
      const uris = own(stream.accepted, "resourceSubscriptions");
      if (Array.isArray(uris) && uris.includes(uri)) tell(stream, method, { uri });
    }
    for (const client of this.#clients.all()) {
      if (client.subscriptions.has(uri)) client.session.notify({ jsonrpc: "2.0", method, params: { uri } });
    }
  }

  #listChanged(key: keyof typeof LISTS): void {
    const { method } = LISTS[key];
    for (const stream of this.#streams) if (own(stream.accepted, key) === true) tell(stream, method, {});
    for (const client of this.#clients.all()) {
      if (client.initialized) client.session.notify({ jsonrpc: "2.0", method });
    }
  }
}

function tell({ id, context }: Stream, method: string, params: JsonObject): void {
  context.notify({ jsonrpc: "2.0", method, params: { ...params, _meta: { [META.subscriptionId]: id } } });
}

/** The part of a filter the server honours: what it has no capability for is left out without an error. */
function accept(filter: unknown, capabilities: ServerCapabilities): JsonObject {
  if (!isObject(filter)) throw new RpcFault(ErrorCode.InvalidParams, "notifications is not an object");
  const accepted: Record<string, unknown> = {};
  for (const [key, { capability }] of Object.entries(LISTS)) {
    const wanted = own(filter, key);
    if (wanted !== undefined && typeof wanted !== "boolean") {
      throw new RpcFault(ErrorCode.InvalidParams, `${key} is not a boolean`);
    }
    const offered = capabilities[capability];
    if (wanted === true && isObject(offered) && offered["listChanged"] === true) accepted[key] = true;
  }
  const uris = own(filter, "resourceSubscriptions");
  if (uris === undefined) return accepted;
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string")) {
    throw new RpcFault(ErrorCode.InvalidParams, "resourceSubscriptions is not a list of URIs");
  }
  if (capabilities.resources?.subscribe === true) accepted["resourceSubscriptions"] = uris;
  return accepted;
}
