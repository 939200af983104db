import type { AccessToken, CacheScope, TokenProvider } from "@snodo/protocol";
import { ProviderRequest, tokenHeaders } from "../auth/authorize.ts";
import { type HeadersLike, readHeaders } from "../request/user-headers.ts";

const CREDENTIAL = /^(cookie|dpop)$|auth|token|secret|key|password|session|credential|signature/;

/** What the cache scope of a connection is made from. */
export interface ScopeSource {
  readonly url: string;
  /** The caller's fixed headers, names and values in turn. */
  readonly headers: readonly string[];
  readonly dynamicHeaders: (() => HeadersLike | Promise<HeadersLike>) | undefined;
  readonly tokenProvider: TokenProvider | undefined;
}

/**
 * Names what cached results may be shared by: the endpoint with the headers that are no credentials, and a digest of
 * those that are.
 *
 * @param source - of the connection
 */
export function cacheScope(source: ScopeSource): CacheScope {
  const plain: [string, string][] = [];
  const secret: [string, string][] = [];
  for (let at = 0; at < source.headers.length; at += 2) {
    const pair: [string, string] = [source.headers[at] as string, source.headers[at + 1] as string];
    (CREDENTIAL.test(pair[0]) ? secret : plain).push(pair);
  }
  const { dynamicHeaders, tokenProvider } = source;
  // Nobody can tell what another client's function returns, so its results are its own.
  const mark = dynamicHeaders === undefined ? [] : [`headers function ${uniqueMark()}`];
  const endpoint = JSON.stringify([source.url, plain.sort(byName), ...mark]);
  const digest = memoised();
  const fixed = secret.sort(byName);
  if (dynamicHeaders === undefined && tokenProvider === undefined) {
    return { endpoint, shared: true, credentials: () => digest(fixed) };
  }
  return {
    endpoint,
    shared: dynamicHeaders === undefined,
    credentials: async () => {
      const dynamic = dynamicHeaders === undefined ? [] : pairs(readHeaders(await dynamicHeaders()).list);
      const token = tokenProvider === undefined ? [] : await tokenPairs(source.url, tokenProvider);
      return await digest([...fixed, ...dynamic, ...token]);
    },
  };
}

async function tokenPairs(url: string, provider: TokenProvider): Promise<[string, string][]> {
  const request = new ProviderRequest({
    url,
    method: "POST",
    server: undefined,
    operation: undefined,
    interactive: false,
  });
  const token: string | AccessToken | undefined = await provider.token(request);
  // A proof of possession differs for each request; the token it proves does not.
  return pairs(await tokenHeaders(token, request)).filter(([name]) => name !== "dpop");
}

function pairs(list: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) found.push([list[at] as string, list[at + 1] as string]);
  return found;
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Digests the last credentials once: they seldom change. */
function memoised(): (credentials: readonly (readonly [string, string])[]) => string | Promise<string> {
  let known: { readonly text: string; readonly digest: string | Promise<string> } | undefined;
  return (credentials) => {
    if (credentials.length === 0) return "";
    const text = JSON.stringify(credentials);
    if (known?.text === text) return known.digest;
    const digest = sha256(text);
    const entry = { text, digest };
    known = entry;
    digest.then(
      (value) => {
        if (known === entry) known = { text, digest: value };
      },
      () => {
        // Where there is no Web Crypto, in a page that was not loaded securely: whoever asked was told.
        if (known === entry) known = undefined;
      },
    );
    return digest;
  };
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let marks = 0;

function uniqueMark(): string {
  marks += 1;
  return `${marks}-${crypto.randomUUID()}`;
}
