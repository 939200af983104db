import { type JsonRpcNotification, messageOf, type SubscriptionFilter } from "@snodo/protocol";
import { pause } from "../calls/pause.ts";
import type { Core } from "../connection/core.ts";
import type { SubscriptionEnd } from "./events.ts";
import type { ListenOptions, ListenSettings } from "./options.ts";
import { type ListenStream, openStream } from "./stream.ts";
import { Subscription } from "./subscription.ts";

/**
 * Subscribes with one `subscriptions/listen` stream, which is opened again when it is lost, if so wished.
 *
 * @throws McpError as {@link openStream}
 */
export async function listenStateless(
  core: Core,
  filter: SubscriptionFilter,
  options: ListenOptions,
  settings: ListenSettings,
): Promise<Subscription> {
  const subscription = new Subscription({}, settings.maxBuffer, settings.overflow);
  const request = {
    filter,
    options,
    timeout: settings.timeout,
    event: ({ method, params }: JsonRpcNotification): void =>
      subscription.push({ type: "notification", method, params: params ?? {} }),
  };
  let stream = await openStream(core, request);
  const over = new AbortController();
  subscription.accepted = stream.accepted;
  const onAbort = (): void => void subscription.close();
  options.signal?.addEventListener("abort", onAbort);
  core.subscriptions.add(subscription);
  subscription.attach(
    {
      close: async () => {
        over.abort();
        stream.cancel();
        await stream.ended;
      },
    },
    () => {
      core.subscriptions.delete(subscription);
      options.signal?.removeEventListener("abort", onAbort);
    },
  );
  const follow = async (): Promise<void> => {
    for (;;) {
      const end = await stream.ended;
      if (over.signal.aborted) return;
      const next = await reopened(core, end, settings, over.signal, () => openStream(core, request));
      if (over.signal.aborted) return next?.cancel();
      if (next === undefined) return subscription.end(end);
      stream = next;
      subscription.accepted = next.accepted;
      subscription.push({ type: "resubscribed", accepted: next.accepted });
    }
  };
  void follow();
  return subscription;
}

/** Opens a lost stream again, with growing waits; undefined when it stays lost. */
async function reopened(
  core: Core,
  end: SubscriptionEnd,
  { resubscribe }: ListenSettings,
  signal: AbortSignal,
  open: () => Promise<ListenStream>,
): Promise<ListenStream | undefined> {
  if (resubscribe === undefined || end.type === "complete" || end.error.kind !== "transport")
    return undefined;
  const { maxAttempts, minDelay, maxDelay } = resubscribe;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const wait = Math.min(maxDelay, minDelay * 2 ** attempt) * (0.5 + core.settings.random() / 2);
    try {
      await pause(core.link.clock, wait, signal);
      if (core.link.refusal({ method: "subscriptions/listen" }) !== undefined) return undefined;
      return await open();
    } catch (error) {
      if (signal.aborted) return undefined;
      core.link.diagnostics.report({
        level: "debug",
        code: "resubscribe_failed",
        message: `attempt ${attempt + 1} of ${maxAttempts} to subscribe again failed: ${messageOf(error)}`,
        server: core.link.label,
        cause: error,
      });
    }
  }
  return undefined;
}
