import type { SubscriptionFilter } from "@snodo/protocol";
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
  checkFilter(filter);
  const settings = readListenOptions(options, core.settings.timeout);
  const { link } = core;
  if (link.connection.streaming === false) {
    throw new TypeError(
      `listen needs a transport whose responses stay open; ${link.label} (${link.transport.kind}) has none`,
    );
  }
  options.signal?.throwIfAborted();
  const refused = link.refusal({ method: "subscriptions/listen" });
  if (refused !== undefined) throw refused;
  const open = link.dialect.watching === "listen" ? listenStateless : listenInitialize;
  if (core.intercept === undefined) return await open(core, filter, options, settings);
  const { meta, traceContext, timeout, signal, extension } = options;
  return (await core.intercept(
    {
      method: "subscriptions/listen",
      params: { notifications: filter },
      options: { meta, traceContext, timeout, signal, extension },
      session: core.session,
    },
    () => open(core, filter, options, settings),
  )) as Subscription;
}
