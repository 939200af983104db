import { Slots } from "@snodo/protocol";
import {
  type ExchangeFailure,
  type ExchangeOptions,
  type HttpExchange,
  type HttpRequest,
  isBodiless,
  type ResponseHeaders,
  type ResponseSink,
  type Running,
} from "./exchange.ts";
import { within } from "./within.ts";

/** Codings that some `fetch` leaves as they are, so that the bytes would be parsed undecoded. */
const KNOWN = /^(identity|gzip|x-gzip|deflate|br|zstd)$/;

/** The errors platforms give before a connection exists: nothing was written. */
const BEFORE_CONNECTING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ConnectionRefused|FailedToOpenSocket)/;

/** Deno gives no code, only the words of the client inside it. */
const BEFORE_CONNECTING_IN_DENO = /: client error \(Connect\)/;

/**
 * An exchange over `fetch`, the platform's or the caller's.
 *
 * @param options - only `fetch` is used: the rest is the platform's business
 */
export function createExchange(options: ExchangeOptions): Promise<HttpExchange> {
  return Promise.resolve(fetchExchange(options.fetch));
}

/**
 * The same, at once.
 *
 * @param custom - the caller's `fetch`; the global one is looked up for each request
 */
export function fetchExchange(custom: typeof globalThis.fetch | undefined): HttpExchange {
  return new FetchExchange(custom);
}

class FetchExchange implements HttpExchange {
  readonly #custom: typeof globalThis.fetch | undefined;
  readonly #running: Slots<FetchCall> = new Slots();
  #idle: (() => void) | undefined;

  constructor(custom: typeof globalThis.fetch | undefined) {
    this.#custom = custom;
  }

  start(request: HttpRequest, sink: ResponseSink): Running {
    const call = new FetchCall(sink);
    const slot = this.#running.add(call);
    void call.run(this.#custom ?? globalThis.fetch, request).then(() => {
      this.#running.remove(slot, call);
      if (this.#running.size === 0) this.#idle?.();
    });
    return call;
  }

  async close(graceMs: number): Promise<void> {
    if (this.#running.size > 0 && graceMs > 0) {
      await within(graceMs, (done) => {
        this.#idle = done;
      });
    }
    for (const call of this.#running.all()) call.cut();
  }
}

class FetchCall implements Running {
  readonly #sink: ResponseSink;
  readonly #abort = new AbortController();
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #cancelled = false;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#abort.abort();
    // A `fetch` may ignore its signal; the body then has to be told, too.
    if (this.#reader !== undefined) release(this.#reader.cancel());
  }

  /** Ends it as a lost connection would: whoever waits for it is told. */
  cut(): void {
    if (this.#cancelled) return;
    this.cancel();
    this.#sink.failed({ type: "network", error: new Error("the client was closed"), written: true });
  }

  /** Resolves when it is over, whatever came of it. */
  async run(fetch: typeof globalThis.fetch, request: HttpRequest): Promise<void> {
    let answered = false;
    try {
      const response = await fetch(request.url, this.#init(request));
      answered = true;
      if (this.#cancelled) {
        if (response.body !== null) release(response.body.cancel());
        return;
      }
      await this.#deliver(response);
    } catch (error) {
      if (this.#cancelled) return;
      this.#fail({ type: "network", error, written: answered || !isBeforeConnecting(error) });
    }
  }

  #init(request: HttpRequest): RequestInit {
    const headers: [string, string][] = [];
    for (let at = 0; at < request.headers.length; at += 2) {
      headers.push([request.headers[at] as string, request.headers[at + 1] as string]);
    }
    const init: RequestInit = {
      method: request.method,
      headers,
      redirect: "manual",
      signal: this.#abort.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    };
    // Bun cuts every fetch after 300 s of silence unless it is told not to.
    return "Bun" in globalThis ? ({ ...init, timeout: false } as RequestInit) : init;
  }

  async #deliver(response: Response): Promise<void> {
    if (response.type === "opaqueredirect") return this.#fail({ type: "opaque_redirect" });
    const encoding = isBodiless(response.status) ? undefined : unknownEncoding(response.headers);
    if (encoding !== undefined) {
      if (response.body !== null) release(response.body.cancel());
      return this.#fail({ type: "encoding", encoding });
    }
    const reader = response.body?.getReader();
    this.#reader = reader;
    this.#sink.head(response.status, headersOf(response.headers));
    while (reader !== undefined && !this.#cancelled) {
      const { done, value } = await reader.read();
      if (this.#cancelled || done) break;
      this.#sink.data(value);
    }
    if (!this.#cancelled) this.#sink.end();
  }

  #fail(failure: ExchangeFailure): void {
    this.#cancelled = true;
    this.#sink.failed(failure);
  }
}

function headersOf(headers: Headers): ResponseHeaders {
  return { get: (name) => headers.get(name) ?? undefined };
}

function unknownEncoding(headers: Headers): string | undefined {
  const value = headers.get("content-encoding");
  if (value === null) return undefined;
  return value
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .find((coding) => coding !== "" && !KNOWN.test(coding));
}

/** Observes a promise whose outcome changes nothing. */
function release(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

function isBeforeConnecting(error: unknown): boolean {
  const cause = property(error, "cause");
  const named = codeOf(error) === undefined ? cause : error;
  // A host that becomes unreachable breaks connections that exist, too, with the same code.
  const call = property(named, "syscall");
  if (call === "read" || call === "write") return false;
  if (BEFORE_CONNECTING.test(codeOf(named) ?? "")) return true;
  return cause instanceof Error && BEFORE_CONNECTING_IN_DENO.test(cause.message);
}

function codeOf(error: unknown): string | undefined {
  const code = property(error, "code");
  return typeof code === "string" ? code : undefined;
}

function property(value: unknown, name: "code" | "cause" | "syscall"): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
