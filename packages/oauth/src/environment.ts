import type { Clock } from "@snodo/protocol";
import { platformFetch } from "#network";
import { platformClock } from "./deadline.ts";
import type { Dpop } from "./dpop/port.ts";
import type { NetworkPolicy } from "./net/url-policy.ts";
import { memoryStore } from "./store/memory.ts";
import type { OAuthStore } from "./store/port.ts";

/** A `fetch` for OAuth requests; `hints.privateAllowed` says whether the host may be on a private network. */
export type OAuthFetch = (
  url: string,
  init: RequestInit,
  hints: { readonly privateAllowed: boolean },
) => Promise<Response>;

/** A deviation from the specification that one authorization server needs. Keyed by its issuer, never global. */
export interface IssuerSwitches {
  /** Takes S256 for granted when the metadata says nothing of PKCE (Entra ID, Cognito). */
  readonly assumePkceS256?: boolean | undefined;
  /** The `issuer` its metadata is known to state instead of its own identifier (Atlassian). An exact value. */
  readonly metadataIssuer?: string | undefined;
  /** False: no `resource` parameter (Entra v2). */
  readonly sendResource?: boolean | undefined;
  /** How id and secret are encoded in a Basic header: `percent` (default), `form` as RFC 6749 asks, or `raw`. */
  readonly basicEncoding?: "percent" | "form" | "raw" | undefined;
}

/** Options every provider takes. */
export interface CommonOptions {
  /** The URL of the MCP server; defaults to that of the first request. A provider serves one server. */
  readonly server?: string | undefined;
  /** Where tokens, registrations and pending sign-ins are kept; defaults to a store in memory of this provider. */
  readonly store?: OAuthStore | undefined;
  /** Keeps several accounts at one server apart; defaults to `""`. */
  readonly account?: string | undefined;
  /** The only authorization server to be used; without it the server's metadata decides. */
  readonly issuer?: string | undefined;
  /** Deviations by issuer. */
  readonly issuers?: Readonly<Record<string, IssuerSwitches>> | undefined;
  /** Binds tokens to a key where the server asks for it: `dpop()` of `@snodo/oauth/dpop`. */
  readonly dpop?: Dpop | undefined;
  /** Exceptions to the rules about which URLs are requested. */
  readonly network?: NetworkPolicy | undefined;
  /** Makes the OAuth requests; defaults to the platform's, on Node with resolved addresses checked. */
  readonly fetch?: OAuthFetch | undefined;
  /** Timers; defaults to the platform's. */
  readonly clock?: Clock | undefined;
  /** Epoch milliseconds; defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 up to 1, for jitter; defaults to `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** {@link CommonOptions} with the defaults filled in. */
export interface Environment {
  readonly store: OAuthStore;
  readonly account: string;
  readonly issuer: string | undefined;
  readonly dpop: Dpop | undefined;
  readonly network: NetworkPolicy;
  readonly fetch: OAuthFetch;
  readonly clock: Clock;
  readonly now: () => number;
  readonly random: () => number;
  readonly switches: (issuer: string) => IssuerSwitches;
}

const NO_SWITCHES: IssuerSwitches = Object.freeze({});

/**
 * Fills in the defaults.
 *
 * @param options - what the application gave
 */
export function environmentOf(options: CommonOptions): Environment {
  const issuers = new Map(Object.entries(options.issuers ?? {}).map(([key, value]) => [unslash(key), value]));
  return {
    store: options.store ?? memoryStore(),
    account: options.account ?? "",
    issuer: options.issuer,
    dpop: options.dpop,
    network: options.network ?? {},
    fetch: options.fetch ?? platformFetch,
    clock: options.clock ?? platformClock,
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    switches: (issuer) => issuers.get(unslash(issuer)) ?? NO_SWITCHES,
  };
}

/** One trailing slash is all that two spellings of an issuer may differ by: both build the same well-known URL. */
export function unslash(issuer: string): string {
  return issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
}
