import type { JsonObject } from "@snodo/protocol";

/** The client's end of a pipe to a server in this process. */
export interface PipeEnd {
  /** Sends one message, a JSON value. */
  send(message: unknown): void;
  /** Ends the pipe. */
  close(): void;
}

/** A server reached by messages, as over stdio. */
export interface PipeTarget {
  readonly channel: "pipe";
  /**
   * Starts the server. May be called again, for instance to try another era.
   *
   * @param receive - takes each message of the server, a JSON value that need not be a valid message
   * @param closed - called when the server ends the pipe
   */
  open(receive: (message: unknown) => void, closed: () => void): PipeEnd;
}

/** A server reached by HTTP, without sockets. */
export interface HttpTarget {
  readonly channel: "http";
  readonly url: string;
  /** To be used instead of the platform's `fetch`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/** Where a client is to connect to. */
export type ClientTarget = PipeTarget | HttpTarget;

/** A question of the server. */
export interface AdapterQuestion {
  readonly method: string;
  readonly params: JsonObject;
}

/** How a client is to be set up. */
export interface AdapterOptions {
  /** Milliseconds after which a request fails; the client's own default when undefined. */
  readonly timeout?: number | undefined;
  /** Gives connecting up. */
  readonly signal?: AbortSignal | undefined;
  /** Answers elicitations of the form kind, which the client is to declare; without it the client declares none. */
  readonly answer?: ((question: AdapterQuestion) => JsonObject) | undefined;
}

/** How a tool is to be called. */
export interface AdapterCall {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: number) => void) | undefined;
  /** Overrides the client's timeout, in milliseconds. */
  readonly timeout?: number | undefined;
}

/** A subscription to changes of the tool list. */
export interface AdaptedSubscription {
  close(): Promise<void>;
}

/** A connected client, as the contract sees it. */
export interface AdaptedClient {
  /** The names of all tools, every page. */
  listTools(): Promise<readonly string[]>;
  /** The result as the client gives it. */
  callTool(name: string, args: JsonObject, call?: AdapterCall): Promise<JsonObject>;
  /** Sends any request; needed by cases about errors. */
  request(method: string, params: JsonObject): Promise<unknown>;
  /** Watches the tool list; `ended` is told when the watching is over without `close` having been called. */
  listen?(changed: () => void, ended: () => void): Promise<AdaptedSubscription>;
  close(): Promise<void>;
}

/** Makes an MCP client known to the client contract. */
export interface ClientAdapter {
  readonly name: string;
  /**
   * Connects with the newest revision both sides speak.
   *
   * @param target - where to
   * @param options - timeout, signal, answers
   */
  connect(target: ClientTarget, options: AdapterOptions): Promise<AdaptedClient>;
}
