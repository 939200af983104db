import type { ConnectionCache, LogLevel } from "@snodo/protocol";
import type { CallLimits } from "../calls/call.ts";
import type { Chain } from "../interceptors.ts";
import type { CallOptions } from "../options.ts";
import type { LegacyWatch } from "../subscriptions/legacy-watch.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Link } from "./link.ts";
import type { Session } from "./session.ts";
import type { Settings } from "./settings.ts";

/** A connected client's state, as the functions that implement its methods see it. */
export interface Core {
  readonly link: Link;
  readonly settings: Settings;
  session: Session;
  /** The limits of a call without options. */
  readonly defaults: CallLimits;
  readonly cache: ConnectionCache | undefined;
  /** The chain of interceptors, or undefined when there is none: then calls go straight on. */
  readonly intercept: Chain | undefined;
  /** Initialize-era subscriptions: they end with the connection, and with its channel. A stateless one is a stream with an end of its own. */
  readonly subscriptions: Set<Subscription>;
  /** What initialize-era subscriptions asked the server to watch. */
  readonly watch: LegacyWatch;
  /** The level in force: the last one of `logging/setLevel`, on 2026-07-28 the one that goes with each call. */
  logLevel: LogLevel | undefined;
  /** Aborts a controller when the connection ends; returns how to forget it. */
  endsWithConnection(controller: AbortController): () => void;
  /** Lists the tools afresh, so that the headers of one can be built. */
  relist(options: CallOptions): Promise<unknown>;
  /** True from when the server forgot the session until there is another one: a request would have none to name. */
  readonly sessionLost: boolean;
  /** Takes up the session again after the server forgot it; concurrent failures share one handshake. */
  recover(): Promise<void>;
}

/** Whether arguments of tools travel as headers, too: over HTTP, since 2026-07-28. */
export function mirrorsHeaders({ link }: Core): boolean {
  return link.dialect.era === "stateless" && link.connection.mirrorsHeaders === true;
}
