import {
  isMcpError,
  type JsonRpcNotification,
  type McpError,
  type SubscriptionFilter,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { wants } from "./filter.ts";
import type { Subscription } from "./subscription.ts";

type Send = (method: "resources/subscribe" | "resources/unsubscribe", uri: string) => Promise<unknown>;

/** Initialize-era subscriptions: `resources/subscribe` for URIs, list changes filtered here. */
export class LegacyWatch {
  readonly #open = new Set<Subscription>();
  /** How many subscriptions want a URI: the server is told of the first and of the last one. */
  readonly #wanted = new Map<string, number>();

  /** Hands a session notification to the subscriptions that want it. */
  deliver(message: JsonRpcNotification): void {
    for (const subscription of this.#open) {
      if (!wants(subscription.accepted, message)) continue;
      subscription.push({ type: "notification", method: message.method, params: message.params ?? {} });
    }
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
   * Asks the server to watch URIs.
   *
   * @returns the URIs it agreed to
   * @throws McpError when none of several wishes was granted, or the connection failed
   */
  async subscribe(core: Core, filter: SubscriptionFilter, send: Send): Promise<SubscriptionFilter> {
    const granted: string[] = [];
    let refused: McpError | undefined;
    for (const uri of new Set(filter.resourceSubscriptions ?? [])) {
      try {
        if ((this.#wanted.get(uri) ?? 0) === 0) await send("resources/subscribe", uri);
        this.#wanted.set(uri, (this.#wanted.get(uri) ?? 0) + 1);
        granted.push(uri);
      } catch (error) {
        if (!isMcpError(error) || error.kind !== "server") {
          await this.unsubscribe(core, granted, send);
          throw error;
        }
        refused ??= error;
      }
    }
    const rest = { ...filter };
    delete (rest as { resourceSubscriptions?: unknown }).resourceSubscriptions;
    const anyList = Object.values(rest).some((value) => value === true);
    if (refused !== undefined && granted.length === 0 && !anyList) throw refused;
    return granted.length === 0 ? rest : { ...rest, resourceSubscriptions: granted };
  }

  /** Tells the server of the URIs nobody wants any more. Never rejects: the subscription is over in any case. */
  async unsubscribe(core: Core, uris: readonly string[], send: Send): Promise<void> {
    for (const uri of uris) {
      const left = (this.#wanted.get(uri) ?? 1) - 1;
      if (left > 0) {
        this.#wanted.set(uri, left);
        continue;
      }
      this.#wanted.delete(uri);
      await send("resources/unsubscribe", uri).catch((error: unknown) => {
        core.link.diagnostics.report({
          level: "debug",
          code: "unsubscribe_failed",
          message: `the server was not told that nobody watches ${uri} any more`,
          server: core.link.label,
          cause: error,
        });
      });
    }
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
