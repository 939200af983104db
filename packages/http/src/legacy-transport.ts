import { type Connection, eraOf, type OpenContext, REVISIONS, type Transport } from "@snodo/protocol";
import type { OneWayHost } from "./call/host.ts";
import { Lingering } from "./connection/lingering.ts";
import type { HttpExchange, Running } from "./exchange/exchange.ts";
import { openExchange } from "./http-transport.ts";
import { openLegacy } from "./legacy/open.ts";
import type { LegacySseOptions } from "./options.ts";
import { ProtocolHeaders } from "./request/protocol-headers.ts";
import { Wire } from "./request/wire.ts";
import { Session } from "./session/session.ts";
import { readSettings, type Settings } from "./settings.ts";

/** How long messages under way may take when the connection is closed, in milliseconds. */
const CLOSE_GRACE = 1000;

/**
 * Reaches a server that only speaks HTTP+SSE, the transport of 2024-11-05, which {@link http} finds out by itself.
 *
 * Spec: 2024-11-05 basic/transports, HTTP with SSE.
 *
 * @param url - of the event stream
 * @param options - as for `http`, without what that transport did not have
 * @returns a transport; opening it waits for the server to say where to post
 * @throws TypeError when the URL or an option is wrong
 */
export function legacySse(url: string | URL, options: LegacySseOptions = {}): Transport {
  const settings = readSettings(url, options);
  return {
    kind: "http",
    label: settings.label,
    // Servers kept this transport while the protocol went on, so any revision with a handshake may be spoken on it.
    revisions: REVISIONS.filter((revision) => eraOf(revision) === "initialize"),
    open: (context) => open(settings, context),
  };
}

async function open(settings: Settings, context: OpenContext): Promise<Connection> {
  const { url, label, headers, dynamicHeaders, tokenProvider } = settings;
  const exchange = await openExchange(settings, context);
  const { diagnostics, signal } = context;
  const lingering = new Lingering(context.clock);
  const linger = (running: Running): (() => void) => lingering.add(running);
  const wire = new Wire({ exchange, label, diagnostics, tokenProvider, server: url, dynamicHeaders, linger });
  wire.warnIgnored(headers);
  const session = new Session(diagnostics, label, undefined);
  const host: OneWayHost = {
    url,
    label,
    wire,
    headers: new ProtocolHeaders(headers.list),
    session,
    clock: context.clock,
    linger,
  };
  const attempt = openLegacy(settings, context, host);
  const abort = (): void => attempt.cancel();
  signal?.addEventListener("abort", abort);
  try {
    return owning(await attempt.opened, { lingering, exchange, wire });
  } catch (error) {
    lingering.close();
    await wire.close(0);
    await exchange.close(0);
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Closes the sockets with the connection. */
function owning(
  connection: Connection,
  {
    lingering,
    exchange,
    wire,
  }: { readonly lingering: Lingering; readonly exchange: HttpExchange; readonly wire: Wire },
): Connection {
  let closing: Promise<void> | undefined;
  return {
    streaming: true,
    send: (request, target) => connection.send(request, target),
    notify: async (message, routing) => await connection.notify?.(message, routing),
    close() {
      lingering.close();
      closing ??= connection
        .close()
        .then(() => wire.close(CLOSE_GRACE))
        .then(() => exchange.close(CLOSE_GRACE));
      return closing;
    },
  };
}
