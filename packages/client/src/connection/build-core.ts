import { type ConnectionCache, type McpError, transportError } from "@snodo/protocol";
import { sessionNotification } from "../inbound/notifications.ts";
import { ServerRequests } from "../inbound/server-requests.ts";
import { chain } from "../interceptors.ts";
import { listAll } from "../methods/list.ts";
import { initialize } from "../negotiate/initialize.ts";
import { LegacyWatch } from "../subscriptions/legacy-watch.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Core } from "./core.ts";
import type { Link } from "./link.ts";
import { prepare } from "./prepare.ts";
import { type ServerFacts, type Session, session } from "./session.ts";

/** A core that is being set up. */
export interface BuildableCore extends Core {
  /** The version is settled: the session and the cache exist from here on. */
  begin(facts: ServerFacts): void;
}

/**
 * Puts the state of a client together. Messages of the server are answered from here on, also during the handshake.
 *
 * @param link - a link that is not open yet
 */
export function buildCore(link: Link): { readonly core: BuildableCore; readonly requests: ServerRequests } {
  const { settings } = link;
  const requests = new ServerRequests(link);
  let recovering: Promise<void> | undefined;
  /** Whether the server issued a session: then every request has to name one. */
  let sessions = false;
  let cache: ConnectionCache | undefined;
  const core: BuildableCore = {
    link,
    settings,
    session: undefined as unknown as Session,
    get cache() {
      return cache;
    },
    defaults: Object.freeze({ timeout: settings.timeout }),
    intercept: chain(settings.interceptors),
    subscriptions: new Set<Subscription>(),
    watch: new LegacyWatch(),
    logLevel: undefined,
    endsWithConnection: (controller) => requests.watch(controller),
    relist: (options) => listAll(core, "tools", options),
    get sessionLost() {
      return recovering !== undefined || (sessions && link.connection.sessionId === undefined);
    },
    recover: () => {
      recovering ??= recover(core, (issued) => {
        sessions = issued;
      }).finally(() => {
        recovering = undefined;
      });
      return recovering;
    },
    begin(facts) {
      core.session = session(link.dialect.revision, link.dialect.era, link.connection, facts);
      sessions = link.connection.sessionId !== undefined;
      const { logLevel, onLog } = settings.options;
      if (link.dialect.logging === "meta")
        core.logLevel = logLevel ?? (onLog === undefined ? undefined : "info");
      cache = attachCache(core);
    },
  };
  link.sinks = {
    notification: (message) => sessionNotification(core, requests, message),
    request: (message) => requests.answer(message),
    channelLost: (error) => endSubscriptions(core, error),
    channelReopened: () => core.watch.missed(),
  };
  link.onEnd((error) => {
    cache?.detach();
    endSubscriptions(core, error);
  });
  return { core, requests };
}

/** What the server sends for initialize-era subscriptions no longer arrives. */
function endSubscriptions(core: Core, error: McpError): void {
  for (const subscription of [...core.subscriptions]) subscription.end({ type: "failed", error });
}

/**
 * A new session in place of one the server forgot, with what the old one had asked for.
 *
 * @param begun - told whether the server issued a session
 */
async function recover(core: BuildableCore, begun: (issued: boolean) => void): Promise<void> {
  const { link } = core;
  // Another call may have recovered it already.
  if (link.connection.sessionId !== undefined) return;
  const { revision } = link.dialect;
  const ending = new AbortController();
  const forget = core.endsWithConnection(ending);
  const facts = await initialize(link, revision, ending.signal).finally(forget);
  core.session = session(link.dialect.revision, link.dialect.era, link.connection, facts);
  const issued = link.connection.sessionId !== undefined;
  begun(issued);
  await prepare(core);
  // Whatever changed while there was no session was told to nobody.
  core.watch.missed();
  // Once more would be a loop, if this is how the server treats every session.
  if (issued && link.connection.sessionId === undefined) {
    const text = `${link.label} forgot a session again while it was set up`;
    throw transportError(text, { type: "session_expired" });
  }
}

function attachCache(core: Core): ConnectionCache | undefined {
  const { link, settings } = core;
  const { clientInfo, capabilities } = settings.identity;
  return settings.options.cache?.attach({
    scope: link.connection.cacheScope,
    source: link.transport,
    label: `${link.transport.kind}:${link.label}`,
    diagnostics: link.diagnostics,
    revision: link.dialect.revision,
    metadata: JSON.stringify([clientInfo, capabilities]),
    sessionId: () => link.connection.sessionId,
  });
}
