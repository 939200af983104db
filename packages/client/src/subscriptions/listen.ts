import { own, type SubscriptionFilter } from "@snodo/protocol";
import { checkSignal } from "../calls/signal.ts";
import type { Core } from "../connection/core.ts";
import { checkFilter } from "./filter.ts";
import { listenInitialize } from "./listen-initialize.ts";
import { listenStateless } from "./listen-stateless.ts";
import { type ListenOptions, readListenOptions } from "./options.ts";
import type { Subscription } from "./subscription.ts";

/**
 * Subscribes to changes, in either era.
 *
 * @throws TypeError for a misuse, or on a transport that cannot keep a response open; McpError for a failure
 */
export async function listen(
  core: Core,
  filter: SubscriptionFilter,
  options: ListenOptions,
): Promise<Subscription> {
  if (core.intercept === undefined) return await open(core, filter, options);
  const { meta, traceContext, timeout, signal, extension } = options;
  const request = {
    method: "subscriptions/listen",
    params: { notifications: filter },
    options: { meta, traceContext, timeout, signal, extension },
    session: core.session,
  };
  return (await core.intercept(request, ({ params, options: changed }) => {
    const { meta, traceContext, timeout, signal, extension } = changed;
    const wanted = own(params, "notifications") as SubscriptionFilter;
    return open(core, wanted, { ...options, meta, traceContext, timeout, signal, extension });
  })) as Subscription;
}

async function open(core: Core, filter: SubscriptionFilter, options: ListenOptions): Promise<Subscription> {
  checkFilter(filter);
  const settings = readListenOptions(options, core.settings.timeout);
  const { link } = core;
  if (link.connection.streaming === false) {
    throw new TypeError(
      `listen needs a transport whose responses stay open; ${link.label} (${link.transport.kind}) has none`,
    );
  }
  checkSignal("signal", options.signal);
  options.signal?.throwIfAborted();
  const refused = link.refusal({ method: "subscriptions/listen" });
  if (refused !== undefined) throw refused;
  const begin = link.dialect.watching === "listen" ? listenStateless : listenInitialize;
  const subscription = await begin(core, filter, options, settings);
  // Aborted between the server's agreement and here, when nobody watched the signal.
  if (options.signal?.aborted !== true) return subscription;
  await subscription.close();
  throw options.signal.reason;
}
