import { isMcpError, type JsonRpcNotification, quote, type SubscriptionFilter } from "@snodo/protocol";
import { abortable } from "../calls/abortable.ts";
import type { Core } from "../connection/core.ts";
import { wants } from "./filter.ts";
import type { Subscription } from "./subscription.ts";

type Send = (method: "resources/subscribe" | "resources/unsubscribe", uri: string) => Promise<unknown>;

/** What a server agreed to watch. */
interface Granted {
  readonly filter: SubscriptionFilter;
  readonly uris: readonly string[];
  readonly error: unknown;
}

/** Initialize-era subscriptions: `resources/subscribe` for URIs, list changes filtered here. */
export class LegacyWatch {
  readonly #open = new Set<Subscription>();
  /** How many subscriptions want a URI, those included that are being opened: the server is told of the last one. */
  readonly #wanted = new Map<string, number>();
  /** The URIs the server has agreed to watch. */
  readonly #agreed = new Set<string>();
  /** The URIs the server is being told nobody wants: over HTTP, what is asked meanwhile might overtake that. */
  readonly #leaving = new Map<string, Promise<void>>();

  /** Hands a session notification to the subscriptions that want it. */
  deliver(message: JsonRpcNotification): void {
    for (const subscription of this.#open) {
      if (!wants(subscription.accepted, message)) continue;
      subscription.push({ type: "notification", method: message.method, params: message.params ?? {} });
    }
  }

  /** Tells everybody that notifications may have been lost. */
  missed(): void {
    for (const subscription of this.#open)
      subscription.push({ type: "resubscribed", accepted: subscription.accepted });
  }

  /** Starts delivering. */
  add(subscription: Subscription): void {
    this.#open.add(subscription);
  }

  /** Stops delivering. */
  remove(subscription: Subscription): void {
    this.#open.delete(subscription);
  }

  /**
   * Asks the server to watch URIs. One that the server refuses is left out; whatever else goes wrong ends it.
   *
   * @param signal - the caller's, to give up
   * @returns what was granted, and why the whole must fail, if it must: nothing of it was granted, or the connection
   *   failed, or the caller gave up
   */
  async subscribe(filter: SubscriptionFilter, send: Send, signal: AbortSignal | undefined): Promise<Granted> {
    const uris: string[] = [];
    let refused: unknown;
    for (const uri of new Set(filter.resourceSubscriptions ?? [])) {
      // Before it is asked for: another subscription that closes meanwhile must not end it.
      this.#wanted.set(uri, (this.#wanted.get(uri) ?? 0) + 1);
      try {
        const leaving = this.#leaving.get(uri);
        if (leaving !== undefined) await (signal === undefined ? leaving : abortable(leaving, signal));
        if (!this.#agreed.has(uri)) await send("resources/subscribe", uri);
        this.#agreed.add(uri);
        uris.push(uri);
      } catch (error) {
        this.#release(uri);
        if (!isMcpError(error) || error.kind !== "server") return { filter, uris, error };
        refused ??= error;
      }
    }
    const { resourceSubscriptions: _wished, ...rest } = filter;
    const anythingElse = Object.values(rest).some((value) => value !== undefined && value !== false);
    const error = uris.length === 0 && !anythingElse ? refused : undefined;
    return { filter: uris.length === 0 ? rest : { ...rest, resourceSubscriptions: uris }, uris, error };
  }

  /** Tells the server of the URIs nobody wants any more. Never rejects: the subscription is over in any case. */
  async unsubscribe(core: Core, uris: readonly string[], send: Send): Promise<void> {
    for (const uri of uris) {
      if (!this.#release(uri)) continue;
      this.#agreed.delete(uri);
      if (core.link.refusal({ method: "resources/unsubscribe" }) !== undefined) continue;
      const leaving = this.#leave(core, uri, send);
      this.#leaving.set(uri, leaving);
      await leaving;
      this.#leaving.delete(uri);
    }
  }

  async #leave(core: Core, uri: string, send: Send): Promise<void> {
    try {
      await send("resources/unsubscribe", uri);
    } catch (error) {
      core.link.diagnostics.report({
        level: "debug",
        code: "unsubscribe_failed",
        message: `the server was not told that nobody watches ${quote(uri, 120)} any more`,
        server: core.link.label,
        cause: error,
      });
    }
  }

  /** One subscription less wants a URI; says whether it was the last. */
  #release(uri: string): boolean {
    const left = (this.#wanted.get(uri) ?? 1) - 1;
    if (left > 0) this.#wanted.set(uri, left);
    else this.#wanted.delete(uri);
    return left <= 0;
  }

  /** What the server is asked to watch, for a session that replaces a lost one. */
  uris(): readonly string[] {
    return [...this.#wanted.keys()];
  }

  /** Whether anybody listens. */
  get active(): boolean {
    return this.#open.size > 0;
  }
}
