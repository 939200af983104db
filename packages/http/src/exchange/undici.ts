import type { Dispatcher, Pool } from "undici";
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
  const shared = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: options.connectTimeout,
    ...defined({
      keepAliveTimeout: options.keepAliveTimeout,
      connections: options.connections,
      allowH2: options.allowH2,
      connect: connector(options),
    }),
  };
  const owned: Dispatcher[] = [];
  if (options.proxyFromEnvironment === true) {
    const agent = new undici.EnvHttpProxyAgent({ ...shared, ...defined({ requestTls: options.tls }) });
    owned.push(agent);
    return new UndiciExchange(() => agent, owned);
  }
  const pools = new Map<string, Pool>();
  return new UndiciExchange((origin) => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new undici.Pool(origin, shared);
      pools.set(origin, pool);
      owned.push(pool);
    }
    return pool;
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
  readonly #dispatcherFor: (origin: string) => Dispatcher;
  readonly #owned: readonly Dispatcher[];
  #url = "";
  #origin = "";
  #path = "";
  /**
   * How many sockets have delivered a response and may not be free yet: undici lets a turn of the loop pass before it
   * uses one again. The next request waits for that turn, or it would find no socket and open another one, so that a
   * client that makes one call after the other would have two, and two TLS handshakes.
   */
  #resting = 0;
  /** How many requests wait for it. */
  #waiting = 0;

  constructor(dispatcherFor: (origin: string) => Dispatcher, owned: readonly Dispatcher[]) {
    this.#dispatcherFor = dispatcherFor;
    this.#owned = owned;
  }

  start(request: HttpRequest, sink: ResponseSink): Running {
    const call = new UndiciCall(sink, this);
    // Behind those that wait already, so that requests go out in the order they were made.
    if (this.#resting === 0 && this.#waiting === 0) this.#dispatch(request, call);
    else {
      this.#resting = Math.max(0, this.#resting - 1);
      this.#waiting += 1;
      setImmediate(() => {
        this.#waiting -= 1;
        if (!call.over) this.#dispatch(request, call);
      });
    }
    return call;
  }

  ended(): void {
    this.#resting += 1;
  }

  #dispatch(request: HttpRequest, call: UndiciCall): void {
    if (request.url !== this.#url) {
      const { origin, pathname, search } = new URL(request.url);
      this.#url = request.url;
      this.#origin = origin;
      this.#path = pathname + search;
    }
    try {
      this.#dispatcherFor(this.#origin).dispatch(
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
  }

  async close(graceMs: number): Promise<void> {
    // A message that was taken must not find its pool closed.
    if (this.#waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(this.#owned.map((dispatcher) => closeWithin(dispatcher, graceMs)));
  }
}

async function closeWithin(dispatcher: Dispatcher, graceMs: number): Promise<void> {
  if (graceMs === 0) return await dispatcher.destroy();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  // Both resolve in any case; what is still in use after the grace is cut.
  await Promise.race([dispatcher.close(), late]);
  clearTimeout(timer);
  await dispatcher.destroy();
}

const PLAIN: readonly string[] = [];

class UndiciCall implements Running, Dispatcher.DispatchHandler {
  readonly #sink: ResponseSink;
  readonly #exchange: UndiciExchange;
  #controller: Dispatcher.DispatchController | undefined;
  #codings: readonly string[] = PLAIN;
  #inflater: Inflater | undefined;
  #written = false;
  #over = false;
  #dispatching = true;

  constructor(sink: ResponseSink, exchange: UndiciExchange) {
    this.#sink = sink;
    this.#exchange = exchange;
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
    this.#inflater.write(chunk);
  }

  onResponseEnd(): void {
    this.#exchange.ended();
    if (this.#over) return;
    if (this.#inflater !== undefined) {
      this.#inflater.end();
      return;
    }
    this.#over = true;
    this.#sink.end();
  }

  onResponseError(_controller: unknown, error: Error): void {
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
