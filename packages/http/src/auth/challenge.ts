import type { AuthScheme, Challenge } from "@snodo/protocol";
import type { ResponseHeaders } from "../exchange/exchange.ts";

/**
 * Reads why the server refused a request.
 *
 * Spec: RFC 9110, section 11; RFC 6750, section 3; RFC 9728, section 5.1; RFC 9449, section 9.
 *
 * @param status - 401 or 403
 * @param headers - of the refusal
 */
export function readChallenge(status: number, headers: ResponseHeaders): Challenge {
  const schemes = parseChallenges(headers.get("www-authenticate") ?? "");
  // Metadata may ride on any scheme; what the token lacks is said by those that carry tokens.
  const bearers = schemes.filter(({ scheme }) => scheme === "bearer" || scheme === "dpop");
  const ordered = [...bearers, ...schemes.filter((scheme) => !bearers.includes(scheme))];
  const first = (name: string): string | undefined => {
    for (const { params } of ordered) {
      const value = params.get(name)?.[0];
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return {
    status,
    resourceMetadata: first("resource_metadata"),
    scope: first("scope"),
    error: first("error"),
    errorDescription: first("error_description"),
    dpopNonce: headers.get("dpop-nonce"),
    schemes,
  };
}

/**
 * Parses the value of `WWW-Authenticate`: any number of schemes, each with a token68 or parameters. What cannot be
 * read is skipped: a challenge is advice, and half of it is better than none.
 *
 * @param value - all header lines, joined by commas
 */
export function parseChallenges(value: string): readonly AuthScheme[] {
  return new ChallengeParser(value).parse();
}

interface OpenScheme {
  readonly scheme: string;
  readonly params: Map<string, string[]>;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=\s*(?:,|$))/y;
const SPACE = /[ \t]*/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"?/y;
const UNQUOTED = /[^\s,]*/y;

class ChallengeParser {
  readonly #text: string;
  readonly #schemes: OpenScheme[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly AuthScheme[] {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      this.#take(SPACE);
      if (this.#skip(",")) continue;
      if (!this.#parameter()) this.#scheme();
      // Nothing matched: step over the character rather than stop.
      if (this.#at === start) this.#at += 1;
    }
    return this.#schemes;
  }

  /** `name = value`, which belongs to the last scheme. */
  #parameter(): boolean {
    const start = this.#at;
    const name = this.#take(TOKEN);
    this.#take(SPACE);
    const current = this.#schemes.at(-1);
    if (name === "" || current === undefined || !this.#skip("=")) {
      this.#at = start;
      return false;
    }
    this.#take(SPACE);
    const key = name.toLowerCase();
    const values = current.params.get(key);
    const value = this.#value();
    if (values === undefined) current.params.set(key, [value]);
    else values.push(value);
    return true;
  }

  #value(): string {
    if (this.#text[this.#at] !== '"') return this.#take(UNQUOTED);
    return this.#take(QUOTED, 1).replace(/\\([\s\S])/g, "$1");
  }

  #scheme(): void {
    const scheme = this.#take(TOKEN);
    if (scheme === "") return;
    this.#schemes.push({ scheme: scheme.toLowerCase(), params: new Map() });
    // `Negotiate YWJj==` carries a token68, which says nothing here; `Bearer realm=…` carries none.
    if (this.#take(SPACE) !== "") this.#take(TOKEN68);
  }

  #take(pattern: RegExp, group = 0): string {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return "";
    this.#at = pattern.lastIndex;
    return match[group] ?? "";
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}
