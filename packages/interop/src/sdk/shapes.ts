/**
 * What a transport of the official SDK is, as far as both of its generations agree. Structural, so that neither
 * generation has to be installed.
 */
export interface SdkTransport {
  /** Begins; called once its callbacks are set. */
  start(): Promise<void>;
  /** Takes one JSON-RPC message, and what goes along with it: see `SdkSendOptions`. */
  send(message: never, options?: never): Promise<void>;
  /** Ends it, and calls `onclose`. */
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  readonly sessionId?: string | undefined;
  readonly hasPerRequestStream?: boolean | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
  terminateSession?: (() => Promise<void>) | undefined;
}

/** What is sent along with one message. */
export interface SdkSendOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestSignal?: AbortSignal | undefined;
  readonly onRequestStreamEnd?: (() => void) | undefined;
}

/** A server of the official SDK: `Server` or `McpServer`, of either generation. */
export interface SdkServer {
  /** Takes a transport of its own generation. */
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
}

/** What is known of a connection when its server is made. */
export interface SdkServerContext {
  readonly era: "legacy" | "modern";
}

/** Makes a server, one for each connection. */
export type SdkServerFactory = (context: SdkServerContext) => SdkServer | Promise<SdkServer>;

/** `serveStdio` of `@modelcontextprotocol/server/stdio`: serves both eras over the transport it is given. */
export type ServeFunction = (
  factory: never,
  options: {
    readonly transport: never;
    readonly onerror?: (error: Error) => void;
  },
) => { close(): Promise<void> };
