import type { JsonObject, SubscriptionFilter } from "@snodo/protocol";
import { perform } from "../calls/perform.ts";
import type { Core } from "../connection/core.ts";
import type { ListenOptions, ListenSettings } from "./options.ts";
import { Subscription } from "./subscription.ts";

/**
 * Subscribes in the initialize era: `resources/subscribe` for each URI, list changes filtered out of what the session
 * receives. The acknowledgement is the answer to the last of these requests.
 *
 * Spec: 2025-11-25 server/resources, Subscriptions.
 *
 * @throws McpError when the server grants none of the wishes, or the connection fails
 */
export async function listenInitialize(
  core: Core,
  filter: SubscriptionFilter,
  options: ListenOptions,
  settings: ListenSettings,
): Promise<Subscription> {
  const { link, watch } = core;
  const { signal, meta, traceContext } = options;
  const ask = (method: string, uri: string, signal: AbortSignal | undefined): Promise<JsonObject> =>
    perform(core, method, { uri }, { timeout: settings.timeout ?? 0, signal, meta, traceContext });
  // Giving the subscription up must not keep the server from being told.
  const tell = (method: string, uri: string): Promise<JsonObject> => ask(method, uri, undefined);
  const subscription = new Subscription(filter, settings.maxBuffer, settings.overflow);
  // Before the first request: an update may come with its answer, and so may the end of the connection.
  watch.add(subscription);
  core.subscriptions.add(subscription);
  const forget = (): void => {
    watch.remove(subscription);
    core.subscriptions.delete(subscription);
  };
  link.openChannel();
  try {
    const granted = await watch.subscribe(filter, (method, uri) => ask(method, uri, signal), signal);
    subscription.accepted = granted.filter;
    if (granted.error !== undefined) {
      await watch.unsubscribe(core, granted.uris, tell);
      throw granted.error;
    }
  } catch (error) {
    forget();
    throw error;
  }
  const onAbort = (): void => void subscription.close();
  signal?.addEventListener("abort", onAbort);
  subscription.attach(
    { close: () => watch.unsubscribe(core, subscription.accepted.resourceSubscriptions ?? [], tell) },
    () => {
      forget();
      signal?.removeEventListener("abort", onAbort);
    },
  );
  return subscription;
}
