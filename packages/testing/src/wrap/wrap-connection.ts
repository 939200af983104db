import type {
  Connection,
  Exchange,
  InFlight,
  JsonRpcNotification,
  JsonRpcRequest,
  Routing,
} from "@snodo/protocol";

/** What a wrapper does instead; everything else is the inner connection's. */
export interface ConnectionHooks {
  send(request: JsonRpcRequest, exchange: Exchange): InFlight;
  notify(
    message: JsonRpcNotification,
    routing: Routing,
    inner: NonNullable<Connection["notify"]>,
  ): Promise<void>;
  close(): Promise<void>;
}

/**
 * Puts hooks around a connection and leaves the rest of it as it is: optional methods it lacks stay absent.
 *
 * @param inner - the connection
 * @param hooks - what is done instead
 */
export function wrapConnection(inner: Connection, hooks: ConnectionHooks): Connection {
  const { notify, endSession, openChannel } = inner;
  return {
    send: (request, exchange) => hooks.send(request, exchange),
    close: () => hooks.close(),
    ...(notify === undefined
      ? {}
      : { notify: (message, routing) => hooks.notify(message, routing, notify.bind(inner)) }),
    ...(endSession === undefined ? {} : { endSession: endSession.bind(inner) }),
    ...(openChannel === undefined ? {} : { openChannel: openChannel.bind(inner) }),
    get streaming() {
      return inner.streaming;
    },
    get independentStreams() {
      return inner.independentStreams;
    },
    get sessionId() {
      return inner.sessionId;
    },
    get cacheScope() {
      return inner.cacheScope;
    },
  };
}
