import type { Connection, OpenContext, Transport } from "@snodo/protocol";
import { createExchange } from "#exchange";
import { HttpConnection } from "./connection/http-connection.ts";
import type { HttpExchange } from "./exchange/exchange.ts";
import { fetchExchange } from "./exchange/fetch.ts";
import type { HttpOptions } from "./options.ts";
import { readSettings, type Settings } from "./settings.ts";

/**
 * Reaches a server by Streamable HTTP, in every revision, and by HTTP+SSE when it turns out to be that old.
 *
 * On Node the requests go through undici, over connections that are kept while the client is open; elsewhere, and
 * with the `fetch` option, through `fetch`.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http; 2025-11-25 and earlier basic/transports.
 *
 * @param url - of the MCP endpoint, used as it is
 * @param options - headers, credentials, limits, network; see {@link HttpOptions}
 * @returns a transport that can be opened any number of times
 * @throws TypeError when the URL or an option is wrong
 */
export function http(url: string | URL, options: HttpOptions = {}): Transport {
  const settings = readSettings(url, options);
  return {
    kind: "http",
    label: settings.label,
    open: async (context: OpenContext): Promise<Connection> =>
      new HttpConnection(settings, context, await openExchange(settings, context)),
  };
}

/**
 * The platform's client, or the caller's.
 *
 * @param settings - of the transport
 * @param context - what `Transport.open` was given
 */
export async function openExchange(settings: Settings, { signal }: OpenContext): Promise<HttpExchange> {
  signal?.throwIfAborted();
  if (settings.fetch !== undefined) return fetchExchange(settings.fetch);
  const exchange = await createExchange(settings.exchange);
  if (signal?.aborted !== true) return exchange;
  await exchange.close(0);
  throw signal.reason;
}
