import { type Challenge, describe } from "@snodo/protocol";
import {
  attempts,
  ProviderRequest,
  type Refusal,
  type Refusals,
  refusalOf,
  type Token,
  tokenHeaders,
  whileHeld,
} from "../auth/authorize.ts";
import { readChallenge } from "../auth/challenge.ts";
import type { ExchangeFailure, ResponseHeaders, ResponseSink, Running } from "../exchange/exchange.ts";
import { decideRedirect, isRedirect } from "../redirect.ts";
import type { Outgoing, Wire, WireSink } from "./wire.ts";

/** How far a message has come. */
export interface Progress {
  readonly url: string;
  readonly visited: readonly string[];
  readonly refusals: Refusals;
  /** What to send instead of asking the provider. */
  readonly token?: { readonly value: Token } | undefined;
}

/** How much of an unwanted body is read, so that its connection can be used again. */
const MAX_DRAINED = 64 * 1024;

/** One exchange of a message. A redirect or a refused token makes another one, which this one then stands for. */
export class Attempt implements ResponseSink, Running {
  readonly #wire: Wire;
  readonly #outgoing: Outgoing;
  readonly #sink: WireSink;
  readonly #progress: Progress;
  #running: Running | undefined;
  #next: Attempt | undefined;
  #request: ProviderRequest | undefined;
  #token: Token;
  #cancelled = false;
  #drained = -1;
  /** Tells that a body nobody wants has ended. */
  #lingering: (() => void) | undefined;

  constructor(wire: Wire, outgoing: Outgoing, sink: WireSink, progress: Progress) {
    this.#wire = wire;
    this.#outgoing = outgoing;
    this.#sink = sink;
    this.#progress = progress;
  }

  begin(): void {
    if (this.#wire.closed) queueMicrotask(() => this.closed());
    else if (this.#wire.plain) this.#start(this.#outgoing.headers);
    else void this.#wire.waitFor(this, this.#prepare());
  }

  /** The connection was closed before anything was sent. */
  closed(): void {
    if (this.#cancelled) return;
    this.cancel();
    const error = Object.assign(new Error("the client was closed"), { code: "UND_ERR_CLOSED" });
    this.#sink.failed({ type: "network", error, written: false });
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#wire.leave(this);
    this.#request?.abort();
    this.#running?.cancel();
    this.#next?.cancel();
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#wire.observe(this.#progress.url, status, headers);
    if (isRedirect(status)) {
      this.#redirected(status, headers.get("location"));
      return;
    }
    if (this.#wire.tokenProvider !== undefined && (status === 401 || status === 403)) {
      const challenge = readChallenge(status, headers);
      const refusal = refusalOf(challenge, this.#token, this.#progress.refusals);
      if (refusal !== undefined) {
        this.#drain();
        void this.#wire.waitFor(this, this.#refused(challenge, refusal));
        return;
      }
    }
    this.#sink.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    if (this.#drained < 0) {
      this.#sink.data(chunk);
      return;
    }
    this.#drained += chunk.byteLength;
    if (this.#drained > MAX_DRAINED) this.#running?.cancel();
  }

  end(): void {
    if (this.#drained < 0) this.#sink.end();
    else this.#lingering?.();
  }

  failed(failure: ExchangeFailure): void {
    if (this.#drained < 0) this.#sink.failed(failure);
    else this.#lingering?.();
  }

  /** The body is of no use: it may end, so that its connection can be used again, but not go on for ever. */
  #drain(): void {
    this.#drained = 0;
    if (this.#running !== undefined) this.#lingering = this.#wire.linger(this.#running);
  }

  #start(headers: readonly string[]): void {
    const { method, body } = this.#outgoing;
    this.#running = this.#wire.exchange.start({ url: this.#progress.url, method, headers, body }, this);
  }

  async #prepare(): Promise<void> {
    try {
      const own = await this.#wire.dynamicHeaders();
      const credentials = this.#cancelled ? [] : await this.#credentials();
      if (this.#cancelled) return;
      this.#start(merged(merged(this.#outgoing.headers, own), credentials));
    } catch (error) {
      this.#throw(error);
    }
  }

  async #credentials(): Promise<readonly string[]> {
    const provider = this.#wire.tokenProvider;
    if (provider === undefined) return [];
    const request = this.#providerRequest();
    const { hold } = this.#outgoing;
    const known = this.#progress.token;
    this.#token = known === undefined ? await whileHeld(provider.token(request), hold) : known.value;
    if (this.#token === undefined) return [];
    return await whileHeld(tokenHeaders(this.#token, request), undefined);
  }

  #providerRequest(): ProviderRequest {
    this.#request ??= new ProviderRequest({
      url: this.#progress.url,
      method: this.#outgoing.method,
      server: this.#progress.url === this.#wire.server ? undefined : this.#wire.server,
      operation: describe(this.#outgoing.subject),
      interactive: this.#outgoing.interactive,
    });
    if (this.#cancelled) this.#request.abort();
    return this.#request;
  }

  async #refused(challenge: Challenge, refusal: Refusal): Promise<void> {
    const refusals = { ...this.#progress.refusals, [refusal]: 1 };
    const token = this.#token;
    if (refusal === "nonce") {
      // The provider saw the nonce on the response; the same token now writes a proof with it.
      this.#again({ ...this.#progress, refusals, token: { value: token } });
      return;
    }
    try {
      const refused = this.#providerRequest().refused(token, attempts(refusals));
      const value = await whileHeld(
        this.#wire.tokenProvider?.refresh(challenge, refused),
        this.#outgoing.hold,
      );
      if (this.#cancelled) return;
      if (value === undefined) this.#sink.failed({ type: "refused", challenge });
      else this.#again({ ...this.#progress, refusals, token: { value } });
    } catch (error) {
      this.#throw(error);
    }
  }

  #redirected(status: number, location: string | undefined): void {
    const { url: from, visited } = this.#progress;
    const verdict = decideRedirect({ status, location, method: this.#outgoing.method, from, visited });
    if (verdict.type === "follow") {
      this.#drain();
      this.#again({
        ...this.#progress,
        url: verdict.url,
        visited: [...visited, verdict.url],
        token: undefined,
      });
      return;
    }
    const { target, problem } = verdict;
    this.#drained = 0;
    this.#running?.cancel();
    this.#sink.failed({ type: "redirect", status, target, problem });
  }

  #again(progress: Progress): void {
    if (this.#cancelled) return;
    this.#next = new Attempt(this.#wire, this.#outgoing, this.#sink, progress);
    this.#next.begin();
  }

  #throw(error: unknown): void {
    if (!this.#cancelled) this.#sink.failed({ type: "thrown", error });
  }
}

/** Later headers replace earlier ones of the same name. */
function merged(headers: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return headers;
  const names = new Set(more.filter((_, at) => at % 2 === 0));
  return [...headers.filter((_, at) => !names.has(headers[at - (at % 2)] as string)), ...more];
}
