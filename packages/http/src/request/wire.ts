import { type Challenge, type Diagnostics, messageOf, type TokenProvider } from "@snodo/protocol";
import { NO_REFUSALS, observe, type TimeoutHold } from "../auth/authorize.ts";
import type { ExchangeFailure, HttpExchange, ResponseHeaders, Running } from "../exchange/exchange.ts";
import { within } from "../exchange/within.ts";
import { Attempt } from "./attempt.ts";
import { type CheckedHeaders, type HeadersLike, readHeaders } from "./user-headers.ts";

/** One HTTP message, before credentials. */
export interface Outgoing {
  readonly url: string;
  readonly method: "POST" | "GET" | "DELETE";
  /** Names in lower case and values in turn. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
  /** What it does, for step-ups. */
  readonly subject: { readonly method: string; readonly params?: unknown };
  /** False when nobody waits for it, so that no user is asked to authorize it. */
  readonly interactive: boolean;
  /** The timeout that stands still while a token provider works. */
  readonly hold?: TimeoutHold | undefined;
}

/** Why a message got no response that its sender has to look at. */
export type WireFailure =
  | ExchangeFailure
  | { readonly type: "redirect"; readonly status: number; readonly target: string; readonly problem: string }
  /** The provider gave up on this refusal. */
  | { readonly type: "refused"; readonly challenge: Challenge }
  /** A header of the caller's, or whatever a provider or a `headers` function threw. */
  | { readonly type: "thrown"; readonly error: unknown };

/** Takes the response that is left when redirects and refused tokens were dealt with. */
export interface WireSink {
  head(status: number, headers: ResponseHeaders): void;
  data(chunk: Uint8Array): void;
  end(): void;
  failed(failure: WireFailure): void;
}

/** What every message of a connection shares. */
export interface WireOptions {
  readonly exchange: HttpExchange;
  readonly label: string;
  readonly diagnostics: Diagnostics;
  readonly tokenProvider?: TokenProvider | undefined;
  /** The URL the server was given by. */
  readonly server: string;
  /** Headers that are asked for before each request. */
  readonly dynamicHeaders?: (() => HeadersLike | Promise<HeadersLike>) | undefined;
  /** As `OneWayHost.linger`. */
  readonly linger: (running: Running) => () => void;
}

/** Sends messages with their credentials, follows what may be followed, and answers challenges. */
export class Wire {
  readonly exchange: HttpExchange;
  readonly tokenProvider: TokenProvider | undefined;
  readonly server: string;
  /** True when nothing has to be asked for before a request. */
  readonly plain: boolean;
  /** As `OneWayHost.linger`. */
  readonly linger: (running: Running) => () => void;
  /** What waits for credentials or headers. */
  readonly #waiting = new Set<Attempt>();
  /** Called when nothing does any more. */
  #idle: (() => void) | undefined;
  readonly #options: WireOptions;
  #warned = false;
  #closed = false;

  constructor(options: WireOptions) {
    this.exchange = options.exchange;
    this.tokenProvider = options.tokenProvider;
    this.server = options.server;
    this.plain = options.tokenProvider === undefined && options.dynamicHeaders === undefined;
    this.linger = options.linger;
    this.#options = options;
  }

  /**
   * Sends one message. Never throws, and tells the sink nothing before it has returned.
   *
   * @param outgoing - the message
   * @param sink - where the response goes
   */
  start(outgoing: Outgoing, sink: WireSink): Running {
    const attempt = new Attempt(this, outgoing, sink, {
      url: outgoing.url,
      visited: [outgoing.url],
      refusals: NO_REFUSALS,
    });
    attempt.begin();
    return attempt;
  }

  /** Whether anything may still be sent. */
  get closed(): boolean {
    return this.#closed;
  }

  /** An attempt waits until this is over, or it is given up. */
  async waitFor(attempt: Attempt, work: Promise<void>): Promise<void> {
    this.#waiting.add(attempt);
    await work;
    this.leave(attempt);
  }

  leave(attempt: Attempt): void {
    if (this.#waiting.delete(attempt) && this.#waiting.size === 0) this.#idle?.();
  }

  /**
   * Sends nothing any more, also not what waits: a token may come when everything else is closed.
   *
   * @param graceMs - how long that may still get its token and go out, such as the news that calls were given up
   */
  async close(graceMs: number): Promise<void> {
    if (this.#waiting.size > 0 && graceMs > 0) {
      await within(graceMs, (done) => {
        this.#idle = done;
      });
    }
    this.#closed = true;
    for (const attempt of this.#waiting) attempt.closed();
  }

  /** The caller's headers for the next request, when they are asked for each time. */
  async dynamicHeaders(): Promise<readonly string[]> {
    const ask = this.#options.dynamicHeaders;
    if (ask === undefined) return [];
    const checked = readHeaders(await ask());
    this.warnIgnored(checked);
    return checked.list;
  }

  /** Says once which headers of the caller's are not sent. */
  warnIgnored({ ignored }: CheckedHeaders): void {
    if (ignored.length === 0 || this.#warned) return;
    this.#warned = true;
    this.#options.diagnostics.report({
      level: "warning",
      code: "header_ignored",
      message: `the "headers" option cannot set ${ignored.join(", ")}: the protocol does`,
      server: this.#options.label,
    });
  }

  /** Shows a response to the token provider. */
  observe(url: string, status: number, headers: ResponseHeaders): void {
    if (this.tokenProvider === undefined) return;
    observe(this.tokenProvider, { url, status, dpopNonce: headers.get("dpop-nonce") }, (error) =>
      this.#options.diagnostics.report({
        level: "warning",
        code: "token_provider_failed",
        message: `the token provider's observe failed: ${messageOf(error)}`,
        server: this.#options.label,
      }),
    );
  }
}
