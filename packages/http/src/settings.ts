import { publicUrl, type TokenProvider } from "@snodo/protocol";
import type { ExchangeOptions } from "./exchange/exchange.ts";
import { count, duration, type HttpOptions } from "./options.ts";
import { type CheckedHeaders, type HeadersLike, readHeaders } from "./request/user-headers.ts";
import type { RetryPolicy } from "./retry.ts";

/** Everything a transport was told, checked and with its defaults. */
export interface Settings {
  readonly url: string;
  readonly label: string;
  readonly headers: CheckedHeaders;
  readonly dynamicHeaders: (() => HeadersLike | Promise<HeadersLike>) | undefined;
  readonly tokenProvider: TokenProvider | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly exchange: ExchangeOptions;
  readonly maxResponseBytes: number;
  readonly idleTimeout: number | undefined;
  readonly getStream: boolean;
  readonly maxStreamFailures: number;
  readonly retry: RetryPolicy | undefined;
  readonly legacySse: boolean;
  readonly messageEndpoint: string | undefined;
  readonly endpointTimeout: number | undefined;
  readonly random: () => number;
}

const NETWORK = [
  "dispatcher",
  "proxyFromEnvironment",
  "connections",
  "keepAliveTimeout",
  "allowH2",
  "tls",
  "socketPath",
] as const;

/**
 * Checks the options of a transport.
 *
 * @param url - of the server; used as it is, but for credentials, which become an `authorization` header
 * @param options - the caller's
 * @throws TypeError naming what is wrong
 */
export function readSettings(url: string | URL, options: HttpOptions): Settings {
  const { href, authorization } = readUrl(url);
  const given = options.headers ?? {};
  const dynamic = typeof given === "function" ? given : undefined;
  const own = readHeaders(typeof given === "function" ? {} : given);
  const hasOwn = own.list.some((name, at) => at % 2 === 0 && name === "authorization");
  const list =
    authorization === undefined || hasOwn ? own.list : [...own.list, "authorization", authorization];
  return {
    url: href,
    label: publicUrl(href),
    headers: { ...own, list },
    dynamicHeaders: dynamic,
    tokenProvider: checkedProvider(options.tokenProvider),
    fetch: checkedFetch(options),
    exchange: exchangeOptions(options),
    maxResponseBytes: count("maxResponseBytes", options.maxResponseBytes, 16 * 1024 * 1024, 1),
    idleTimeout: duration("idleTimeout", options.idleTimeout, 0),
    getStream: options.getStream ?? true,
    maxStreamFailures: count("maxStreamFailures", options.maxStreamFailures, 5, 0),
    retry: retryPolicy(options.retry ?? false),
    legacySse: options.legacySse ?? true,
    messageEndpoint: options.messageEndpoint,
    endpointTimeout: duration("endpointTimeout", options.endpointTimeout, 10_000),
    random: Math.random,
  };
}

function readUrl(url: string | URL): { readonly href: string; readonly authorization: string | undefined } {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError("url must be an absolute URL");
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new TypeError(`url must be http or https, not ${parsed.protocol}`);
  }
  const { username, password } = parsed;
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  const credentials = `${decoded(username)}:${decoded(password)}`;
  const bytes = String.fromCharCode(...new TextEncoder().encode(credentials));
  const authorization = credentials === ":" ? undefined : `Basic ${btoa(bytes)}`;
  return { href: parsed.href, authorization };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing is what it is.
    return text;
  }
}

function checkedProvider(provider: TokenProvider | undefined): TokenProvider | undefined {
  if (
    provider !== undefined &&
    (typeof provider.token !== "function" || typeof provider.refresh !== "function")
  ) {
    throw new TypeError("tokenProvider must have the methods token and refresh");
  }
  return provider;
}

function checkedFetch(options: HttpOptions): typeof globalThis.fetch | undefined {
  const { fetch } = options;
  if (fetch === undefined) return undefined;
  if (typeof fetch !== "function") throw new TypeError("fetch must be a function");
  const clash = NETWORK.find((name) => options[name] !== undefined);
  if (clash !== undefined) throw new TypeError(`${clash} has no effect with fetch: give one of them`);
  return fetch;
}

function exchangeOptions(options: HttpOptions): ExchangeOptions {
  const { dispatcher } = options;
  if (dispatcher !== undefined) {
    if (typeof dispatcher.dispatch !== "function")
      throw new TypeError("dispatcher must have a dispatch method");
    const clash = NETWORK.slice(1).find((name) => options[name] !== undefined);
    if (clash !== undefined) throw new TypeError(`${clash} has no effect with dispatcher: give one of them`);
  }
  return {
    dispatcher,
    proxyFromEnvironment: options.proxyFromEnvironment,
    connectTimeout: duration("connectTimeout", options.connectTimeout, 10_000) ?? 0,
    connections: count("connections", options.connections, 256, 1),
    keepAliveTimeout:
      options.keepAliveTimeout === undefined
        ? undefined
        : count("keepAliveTimeout", options.keepAliveTimeout, 4000, 1),
    allowH2: options.allowH2,
    tls: options.tls,
    socketPath: options.socketPath,
  };
}

function retryPolicy(option: NonNullable<HttpOptions["retry"]>): RetryPolicy | undefined {
  if (option === false) return undefined;
  const { retries, delay, maxDelay } = option === true ? {} : option;
  return {
    retries: count("retry.retries", retries, 2, 0),
    delay: duration("retry.delay", delay, 500) ?? 0,
    maxDelay: duration("retry.maxDelay", maxDelay, 30_000) ?? MAX_DELAY,
  };
}

const MAX_DELAY = 2 ** 31 - 1;
