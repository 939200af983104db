import type { McpError } from "../errors/mcp-error.ts";
import type { HeaderPlan } from "../headers/annotations.ts";
import type { Revision } from "../revisions.ts";
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from "../rpc/messages.ts";
import type { Clock } from "./clock.ts";
import type { Diagnostics } from "./diagnostics.ts";

/**
 * A way to reach one server: a factory of connections, opened once per connection attempt and again after an era
 * fallback. It knows nothing of the client above it.
 */
export interface Transport {
  /** What it is: `http`, `stdio`, `direct`, or the name of a custom one. */
  readonly kind: string;
  /** How error texts name the server: the command, or the URL without credentials and query. */
  readonly label: string;
  /** The revisions the peer is known to enable; with it no probe is sent. */
  readonly revisions?: readonly Revision[] | undefined;
  /** True when a call here needs no time limit, because it runs in this process. */
  readonly untimed?: boolean | undefined;
  /**
   * Opens a connection. Nothing that belongs to the protocol is sent yet.
   *
   * @param context - where inbound messages go, and what the transport may use
   * @returns the open connection
   * @throws McpError of kind `transport` when the server cannot be started or reached; everything begun is undone
   */
  open(context: OpenContext): Promise<Connection>;
}

/** What a transport is given when it opens. */
export interface OpenContext {
  readonly inbound: Inbound;
  readonly diagnostics: Diagnostics;
  readonly clock: Clock;
  /** Aborted when the caller gives up while `open` runs. */
  readonly signal?: AbortSignal | undefined;
  /** A session of an earlier connection to take up again, for transports that have sessions. */
  readonly session?: ResumedSession | undefined;
}

/** A session that the application kept. */
export interface ResumedSession {
  readonly id: string;
  readonly protocolVersion: Revision;
}

/** Takes what belongs to no exchange in flight. None of it is called after `closed` or after `Connection.close()`. */
export interface Inbound {
  /** A notification of the session as a whole. */
  notification(message: JsonRpcNotification): void;
  /** A request of the server; resolves with the answer to write, or undefined when none may be sent. Never rejects. */
  request(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined>;
  /**
   * The channel of {@link Connection.openChannel} failed too often and is given up: what the server sends on it no
   * longer arrives, while requests go on. `openChannel` may be called again.
   */
  channelLost?(error: McpError): void;
  /** The channel broke and is open again: what the server sent on it in between is lost. Not after a resumption. */
  channelReopened?(): void;
  /** The connection ended without `Connection.close()` having been called. Called once, last. */
  closed(error: McpError): void;
}

/** An open connection. One request is one exchange, on a pipe as on HTTP. */
export interface Connection {
  /**
   * Sends a request. Never throws: whatever goes wrong rejects `response`.
   *
   * @param request - the whole message, with an id not in use on this connection
   * @param exchange - where everything that belongs to this request is delivered, in order
   */
  send(request: JsonRpcRequest, exchange: Exchange): InFlight;
  /**
   * Sends a notification; resolves when the transport has taken it. Without this method a connection can speak
   * 2026-07-28 only.
   */
  notify?(message: JsonRpcNotification, routing: Routing): Promise<void>;
  /** Ends the session the server issued, if any (HTTP: DELETE). */
  endSession?(routing: Routing): Promise<void>;
  /** Asks for the channel on which the server sends what belongs to no request (HTTP: the standalone GET). Never throws. */
  openChannel?(routing: Routing): void;
  /** Ends the connection within a bounded time. In-flight requests reject, nothing is delivered afterwards. Idempotent. */
  close(): Promise<void>;
  /** False when a response cannot stay open, so that `listen` is refused with a `TypeError`. */
  readonly streaming?: boolean | undefined;
  /** True when messages travel with headers that mirror them (HTTP): tools' arguments may then become headers. */
  readonly mirrorsHeaders?: boolean | undefined;
  /** True when closing the client must leave open subscriptions alone (HTTP, direct). */
  readonly independentStreams?: boolean | undefined;
  /** The session id the server issued, once it did. */
  readonly sessionId?: string | undefined;
  /** Lets private results be cached; without it only public ones are. */
  readonly cacheScope?: CacheScope | undefined;
}

/** Names what a cached result may be shared by. */
export interface CacheScope {
  /** The endpoint and its non-credential headers: clients with equal text share public results. */
  readonly endpoint: string;
  /**
   * True when equal `endpoint` text means the same server in every process (HTTP), so that a store shared by several
   * processes may hold its public results.
   */
  readonly shared?: boolean | undefined;
  /** A digest of the credentials the next request would carry; never the credentials. `""` when it carries none. */
  credentials(): string | Promise<string>;
}

/** Hears how a request ended: one of the two, once. Neither may throw. */
export interface Settler {
  answered(response: JsonRpcResponse): void;
  failed(error: unknown): void;
}

/** A request under way. */
export interface InFlight {
  /** Resolves with the server's answer, success or failure; rejects with an `McpError` of kind `transport` or `protocol`. */
  readonly response: Promise<JsonRpcResponse>;
  /**
   * As `response`, for a caller that needs no promise. Optional: a transport that can do it cheaply offers it.
   *
   * @param settler - hears of the end once, after everything that was delivered to the exchange
   */
  settle?(settler: Settler): void;
  /**
   * Gives the request up the way its revision says: a notification, a closed stream, or both. Never throws; harmless
   * once the response settled. `response` then stays pending or settles: the caller no longer looks.
   *
   * @param reason - one line for the server
   */
  cancel(reason: string): void;
}

/** Takes what arrives for one request before its response resolves. The transport never calls it afterwards. */
export interface Exchange {
  readonly routing: Routing;
  /** A notification of this request: progress, log, or an event of a listen stream. Must not throw. */
  notification(message: JsonRpcNotification): void;
  /** A server request on this request's stream; as {@link Inbound.request}. */
  request(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined>;
  /**
   * Brackets time that is not the server's (a token provider at work): the request's timeout stands still from
   * `holdTimeout()` until `restartTimeout()`, which starts it afresh for the next attempt.
   */
  holdTimeout?(): void;
  restartTimeout?(): void;
}

/** What a transport needs to know about a message beyond the message: plain data, used by HTTP only. */
export interface Routing {
  /** The revision the message is written in; undefined while `initialize` has not settled it. */
  readonly revision: Revision | undefined;
  /** The argument-to-header plan of the tool that is called (2026-07-28). */
  readonly tool?: HeaderPlan | undefined;
  /** Routing headers of the extension that owns the method. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True for the long-lived response of `subscriptions/listen`: size limits then apply to each event. */
  readonly stream?: boolean | undefined;
}
