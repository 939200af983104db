import type { Dispatcher } from "undici";
import type {
  ExchangeOptions,
  HttpExchange,
  HttpRequest,
  ResponseHeaders,
  ResponseSink,
  Running,
} from "./exchange.ts";
import { isBodiless } from "./exchange.ts";
import { codingsOf, type Inflater, inflater, undecodable } from "./inflate.ts";
import { type Seat, Sockets, type SocketUser } from "./sockets.ts";
import { within } from "./within.ts";

/** What carries requests to an origin: a dispatcher of undici, or sockets of ours. */
interface Carrier {
  dispatch(options: Dispatcher.DispatchOptions, call: UndiciCall): unknown;
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/**
 * An exchange over undici, below its `request` and its `fetch`.
 *
 * @param options - the network options of the transport
 */
export async function createExchange(options: ExchangeOptions): Promise<HttpExchange> {
  if (options.dispatcher !== undefined) {
    return new UndiciExchange(() => options.dispatcher as Dispatcher, []);
  }
  // Loaded on first use: it costs more than everything else here together.
  const undici = await import("undici");
  const { connections, allowH2, connectTimeout, keepAliveTimeout } = options;
  const client = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout,
    ...defined({ keepAliveTimeout, connect: connector(options) }),
  };
  const shared = { ...client, connections, ...defined({ allowH2 }) };
  const owned: Carrier[] = [];
  if (options.proxyFromEnvironment === true) {
    const agent = new undici.EnvHttpProxyAgent({ ...shared, ...defined({ requestTls: options.tls }) });
    owned.push(agent);
    return new UndiciExchange(() => agent, owned);
  }
  const made = new Map<string, Carrier>();
  // One connector for all, so that TLS sessions are taken up again. Streams of HTTP/2 share a socket, which is a pool's work.
  const connect = undici.buildConnector({ timeout: connectTimeout, ...client.connect });
  const carrierOf = (origin: string): Carrier =>
    allowH2 === true
      ? new undici.Pool(origin, shared)
      : new Sockets({
          connections,
          make: () => new undici.Client(origin, { ...client, connect }),
          destroyed: () => new undici.errors.ClientDestroyedError(),
        });
  return new UndiciExchange((origin) => {
    let carrier = made.get(origin);
    if (carrier === undefined) {
      carrier = carrierOf(origin);
      made.set(origin, carrier);
      owned.push(carrier);
    }
    return carrier;
  }, owned);
}

function connector({ tls, socketPath, connectTimeout }: ExchangeOptions): object | undefined {
  if (tls === undefined && socketPath === undefined) return undefined;
  return { timeout: connectTimeout, ...tls, ...defined({ socketPath }) };
}

function defined<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

class UndiciExchange implements HttpExchange {
  readonly #carrierFor: (origin: string) => Carrier;
  readonly #owned: readonly Carrier[];
  #url = "";
  #origin = "";
  #path = "";

  constructor(carrierFor: (origin: string) => Carrier, owned: readonly Carrier[]) {
    this.#carrierFor = carrierFor;
    this.#owned = owned;
  }

  start(request: HttpRequest, sink: ResponseSink): Running {
    const call = new UndiciCall(sink);
    if (request.url !== this.#url) {
      const { origin, pathname, search } = new URL(request.url);
      this.#url = request.url;
      this.#origin = origin;
      this.#path = pathname + search;
    }
    try {
      this.#carrierFor(this.#origin).dispatch(
        {
          origin: this.#origin,
          path: this.#path,
          method: request.method,
          headers: request.headers as string[],
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        call,
      );
    } catch (error) {
      call.onResponseError(undefined, error as Error);
    }
    call.dispatched();
    return call;
  }

  async close(graceMs: number): Promise<void> {
    await Promise.all(this.#owned.map((carrier) => closeWithin(carrier, graceMs)));
  }
}

async function closeWithin(carrier: Carrier, graceMs: number): Promise<void> {
  // Both resolve in any case; what is still in use after the grace is cut.
  if (graceMs > 0) await within(graceMs, (done) => void carrier.close().then(done));
  await carrier.destroy();
}

const PLAIN: readonly string[] = [];

class UndiciCall implements Running, SocketUser {
  seat: Seat | undefined;
  readonly #sink: ResponseSink;
  #controller: Dispatcher.DispatchController | undefined;
  #codings: readonly string[] = PLAIN;
  #inflater: Inflater | undefined;
  #written = false;
  #over = false;
  #dispatching = true;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  get over(): boolean {
    return this.#over;
  }

  dispatched(): void {
    this.#dispatching = false;
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Called right before the first byte is written, so this is the last moment to keep it from being sent.
    if (this.#over) controller.abort(new Error("given up"));
    else this.#written = true;
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#over || status < 200) return;
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && !isBodiless(status)) {
      this.#codings = codingsOf(String(encoding));
      const unknown = undecodable(this.#codings);
      if (unknown !== undefined) return this.#failedToDecode(unknown);
    }
    this.#sink.head(status, new IncomingHeaders(headers));
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (this.#over) return;
    if (this.#codings.length === 0) {
      this.#sink.data(chunk);
      return;
    }
    // Made for the first byte: some servers name a coding for no body at all.
    this.#inflater ??= this.#decoder(chunk[0] ?? 0);
    // A network is faster than a decoder: a body that decodes to nothing would pile up here, and no limit count it.
    if (!this.#inflater.write(chunk)) this.#controller?.pause();
  }

  onResponseEnd(): void {
    this.#leave(true);
    if (this.#over) return;
    if (this.#inflater !== undefined) {
      this.#inflater.end();
      return;
    }
    this.#over = true;
    this.#sink.end();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#leave(false);
    if (this.#over) return;
    if (this.#dispatching) {
      // A closed pool fails within `dispatch`, before the caller knows what it started.
      this.#dispatching = false;
      queueMicrotask(() => this.onResponseError(undefined, error));
      return;
    }
    this.#over = true;
    this.#inflater?.destroy();
    this.#sink.failed({ type: "network", error, written: this.#written });
  }

  #leave(reusable: boolean): void {
    const { seat } = this;
    this.seat = undefined;
    seat?.leave(reusable);
  }

  #abort(): void {
    this.#inflater?.destroy();
    this.#controller?.abort(new Error("given up"));
  }

  #decoder(firstByte: number): Inflater {
    return inflater(this.#codings, firstByte, {
      data: (chunk) => {
        if (!this.#over) this.#sink.data(chunk);
      },
      end: () => {
        if (this.#over) return;
        this.#over = true;
        this.#sink.end();
      },
      failed: (error) => this.#failedToDecode(this.#codings.join(", "), error),
      drained: () => this.#controller?.resume(),
    });
  }

  #failedToDecode(encoding: string, error?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#abort();
    this.#sink.failed({ type: "encoding", encoding, error });
  }
}

class IncomingHeaders implements ResponseHeaders {
  readonly #headers: Record<string, string | string[] | undefined>;

  constructor(headers: Record<string, string | string[] | undefined>) {
    this.#headers = headers;
  }

  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
    return Array.isArray(value) ? value.join(", ") : value;
  }
}
