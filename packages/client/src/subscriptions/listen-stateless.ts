import { type JsonRpcNotification, messageOf, type SubscriptionFilter } from "@snodo/protocol";
import { pause } from "../calls/pause.ts";
import type { Core } from "../connection/core.ts";
import type { SubscriptionEnd } from "./events.ts";
import type { ListenOptions, ListenSettings } from "./options.ts";
import { type ListenStream, openStream, type StreamRequest } from "./stream.ts";
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
  const seen = { events: 0 };
  const request: StreamRequest = {
    filter,
    options,
    timeout: settings.timeout,
    event: ({ method, params }: JsonRpcNotification): void => {
      seen.events += 1;
      subscription.push({ type: "notification", method, params: params ?? {} });
    },
  };
  const first = await openStream(core, request);
  const over = new AbortController();
  let stream = first;
  subscription.accepted = first.accepted;
  const onAbort = (): void => void subscription.close();
  options.signal?.addEventListener("abort", onAbort);
  subscription.attach(
    {
      close: async () => {
        over.abort();
        stream.cancel();
        await stream.ended;
      },
    },
    () => options.signal?.removeEventListener("abort", onAbort),
  );
  const agreed = (accepted: SubscriptionFilter): void => {
    seen.events = 0;
    subscription.accepted = accepted;
    subscription.push({ type: "resubscribed", accepted });
  };
  const again = new Reopening(core, { ...request, agreed }, settings, over.signal);
  const follow = async (): Promise<void> => {
    for (;;) {
      const end = await stream.ended;
      if (over.signal.aborted) return;
      const next = await again.after(end, seen.events);
      if (over.signal.aborted) return next?.cancel();
      if (next === undefined) return subscription.end(end);
      stream = next;
    }
  };
  void follow();
  return subscription;
}

/** Opens a lost stream again, with growing waits. */
class Reopening {
  readonly #core: Core;
  readonly #request: StreamRequest;
  readonly #settings: ListenSettings;
  /** Aborted when the subscription is closed. */
  readonly #over: AbortSignal;
  #failures = 0;

  constructor(core: Core, request: StreamRequest, settings: ListenSettings, over: AbortSignal) {
    this.#core = core;
    this.#request = { ...request, options: { ...request.options, signal: over } };
    this.#settings = settings;
    this.#over = over;
  }

  /**
   * @param end - how the stream ended
   * @param events - how many events it brought: a server that only ever agrees must not be asked for ever
   * @returns the next stream, or undefined when it stays lost
   */
  async after(end: SubscriptionEnd, events: number): Promise<ListenStream | undefined> {
    const { resubscribe } = this.#settings;
    if (resubscribe === undefined || end.type === "complete" || end.error.kind !== "transport")
      return undefined;
    if (events > 0) this.#failures = 0;
    const closing = new AbortController();
    const forget = this.#core.endsWithConnection(closing);
    const abort = (): void => closing.abort();
    this.#over.addEventListener("abort", abort);
    try {
      while (this.#failures < resubscribe.maxAttempts) {
        this.#failures += 1;
        const stream = await this.#attempt(resubscribe, closing.signal);
        if (stream !== undefined || closing.signal.aborted) return stream;
      }
      return undefined;
    } finally {
      forget();
      this.#over.removeEventListener("abort", abort);
    }
  }

  async #attempt(
    { maxAttempts, minDelay, maxDelay }: NonNullable<ListenSettings["resubscribe"]>,
    signal: AbortSignal,
  ): Promise<ListenStream | undefined> {
    const { link, settings } = this.#core;
    if (link.refusal({ method: "subscriptions/listen" }) !== undefined) return undefined;
    const wait = Math.min(maxDelay, minDelay * 2 ** (this.#failures - 1)) * (0.5 + settings.random() / 2);
    try {
      await pause(link.clock, wait, signal);
      return await openStream(this.#core, this.#request);
    } catch (error) {
      if (signal.aborted) return undefined;
      link.diagnostics.report({
        level: "debug",
        code: "resubscribe_failed",
        message: `attempt ${this.#failures} of ${maxAttempts} to subscribe again failed: ${messageOf(error)}`,
        server: link.label,
        cause: error,
      });
      return undefined;
    }
  }
}
