import type { JsonObject, LogLevel, Revision, RuntimeSession } from "@snodo/protocol";

/** What a test server knows of one client. */
export interface TestClient {
  readonly session: RuntimeSession;
  /** Set by `initialize`; a stateless client has none. */
  readonly revision: Revision | undefined;
  readonly clientInfo: JsonObject | undefined;
  readonly capabilities: JsonObject;
  /** True once `notifications/initialized` arrived. */
  readonly initialized: boolean;
  /** What `logging/setLevel` asked for. */
  readonly logLevel: LogLevel | undefined;
  /** URIs of `resources/subscribe`. */
  readonly subscriptions: ReadonlySet<string>;
}

/** The same, for the server that keeps it. */
export interface ClientState extends TestClient {
  revision: Revision | undefined;
  clientInfo: JsonObject | undefined;
  capabilities: JsonObject;
  initialized: boolean;
  logLevel: LogLevel | undefined;
  readonly subscriptions: Set<string>;
}

/** The clients of one server, as long as their sessions last. */
export class ClientStates {
  readonly #states = new Map<RuntimeSession, ClientState>();

  /** Every client that sent something and has not closed. */
  all(): readonly ClientState[] {
    return [...this.#states.values()];
  }

  /** The state of a session, begun on its first message. */
  of(session: RuntimeSession): ClientState {
    let state = this.#states.get(session);
    if (state !== undefined) return state;
    state = {
      session,
      revision: undefined,
      clientInfo: undefined,
      capabilities: {},
      initialized: false,
      logLevel: undefined,
      subscriptions: new Set(),
    };
    if (session.signal.aborted) return state;
    this.#states.set(session, state);
    session.signal.addEventListener("abort", () => this.#states.delete(session), { once: true });
    return state;
  }
}
