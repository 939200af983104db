/** Headers as callers have them: `Headers`, pairs, or an object whose undefined values are skipped. */
export type HeadersLike =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | undefined>>;

/** The `headers` option: fixed, or asked for before each request. */
export type HeadersOption = HeadersLike | (() => HeadersLike | Promise<HeadersLike>);

/** A header that cannot be sent, by name: its value may be a secret. */
export class InvalidHeaderError extends TypeError {
  override readonly name: string = "TypeError";
  readonly header: string;

  constructor(header: string, problem: string) {
    super(`the header "${header}" ${problem}`);
    this.header = header;
  }
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Says whether HTTP can carry a value.
 *
 * @param value - of a header
 */
export function isHeaderValue(value: unknown): boolean {
  return typeof value === "string" && VALUE.test(value);
}

/** What the protocol or HTTP itself must control. */
const PROTECTED: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "host",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name",
]);

/** Headers ready to be sent: names in lower case and values in turn. */
export interface CheckedHeaders {
  readonly list: readonly string[];
  /** Those left out because the protocol controls them. */
  readonly ignored: readonly string[];
}

/**
 * Reads headers in any of their forms.
 *
 * @param headers - the caller's; a name given twice keeps both values
 * @throws InvalidHeaderError (a `TypeError`) naming the header that HTTP cannot carry
 */
export function readHeaders(headers: HeadersLike): CheckedHeaders {
  const byName = new Map<string, string>();
  const ignored: string[] = [];
  for (const [given, value] of entriesOf(headers)) {
    if (value === undefined) continue;
    const name = String(given).toLowerCase();
    if (!TOKEN.test(name)) throw new InvalidHeaderError(String(given), "has a name that HTTP cannot carry");
    const text = String(value).trim();
    if (!VALUE.test(text)) {
      throw new InvalidHeaderError(
        name,
        "has a value with characters that HTTP headers cannot carry; encode it first",
      );
    }
    if (isProtected(name)) {
      ignored.push(name);
      continue;
    }
    const before = byName.get(name);
    byName.set(name, before === undefined ? text : `${before}${name === "cookie" ? "; " : ", "}${text}`);
  }
  return { list: [...byName].flat(), ignored };
}

/**
 * Says whether the protocol or HTTP controls a header.
 *
 * @param name - in lower case
 */
export function isProtected(name: string): boolean {
  return PROTECTED.has(name) || name.startsWith("mcp-param-");
}

function entriesOf(headers: HeadersLike): Iterable<readonly [string, string | undefined]> {
  if (typeof headers !== "object" || headers === null) {
    throw new TypeError("headers must be a Headers, an iterable of pairs, or an object");
  }
  // A spread or `Object.entries` of a `Headers` is empty, so iterables come first.
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, string]>)
    : Object.entries(headers);
}
