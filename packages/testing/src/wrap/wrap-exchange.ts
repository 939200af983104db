import type { Exchange, Inbound, OpenContext } from "@snodo/protocol";

/**
 * Puts hooks around an exchange; its other members are kept, whatever kind of object it is.
 *
 * @param inner - the exchange of the client
 * @param hooks - what is done instead
 */
export function wrapExchange(inner: Exchange, hooks: Pick<Exchange, "notification" | "request">): Exchange {
  return {
    routing: inner.routing,
    notification: (message) => hooks.notification(message),
    request: (message) => hooks.request(message),
    holdTimeout: () => inner.holdTimeout?.(),
    restartTimeout: () => inner.restartTimeout?.(),
  };
}

/**
 * The context of an inner transport, with another place for what belongs to no request.
 *
 * @param context - what `open` was given
 * @param inbound - where messages go instead
 */
export function wrapContext(context: OpenContext, inbound: Inbound): OpenContext {
  const { diagnostics, clock, signal, session, inbound: theirs } = context;
  return {
    inbound: {
      channelLost: (error) => theirs.channelLost?.(error),
      channelReopened: () => theirs.channelReopened?.(),
      ...inbound,
    },
    diagnostics,
    clock,
    signal,
    session,
  };
}
