import { isObject, type JsonObject, own } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import { readServerMetadata } from "../discovery/read-server-metadata.ts";
import type { AuthMethod } from "../token/auth-method.ts";

/** The shape of records; another number is a record of another release, and counts as absent. */
export const SCHEMA = 1;

/** Tokens of one (issuer, client, resource, account). */
export interface TokenRecord {
  readonly schema: typeof SCHEMA;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
  /** Where the token may be sent: the `resource` of the metadata, or the origin of the server. */
  readonly audience: string;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly scheme: "Bearer" | "DPoP";
  readonly granted?: string | undefined;
  readonly requested?: string | undefined;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  /** Epoch milliseconds; without it the token is used until it is refused. */
  readonly expiresAt?: number | undefined;
  /** The JWS algorithm of the DPoP key it is bound to. */
  readonly algorithm?: string | undefined;
}

/** What an authorization server said when this client registered. */
export interface RegistrationRecord {
  readonly schema: typeof SCHEMA;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Epoch milliseconds. */
  readonly secretExpiresAt?: number | undefined;
  readonly method?: AuthMethod | undefined;
  readonly redirectUris: readonly string[];
  readonly registeredAt: number;
}

/** A sign-in under way, kept until the user comes back. */
export interface PendingRecord {
  readonly schema: typeof SCHEMA;
  /** With the endpoints as they were when the user was sent away: the code goes nowhere else. */
  readonly target: Target;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly requested?: string | undefined;
  readonly expiresAt: number;
}

/** What discovery found for one MCP server, and the client that was last used there. */
export interface DiscoveryRecord {
  readonly schema: typeof SCHEMA;
  readonly target: Target;
  readonly clientId: string;
}

/**
 * The fields of each kind as `name:type`, type being t(ext), n(umber), f(lag), l(ist of texts), o(f a target), m(etadata); `?` may be
 * absent. Written out like this because a schema library would outweigh the rest of the package.
 */
const SHAPES = {
  tokens:
    "issuer:t clientId:t resource:t? audience:t accessToken:t refreshToken:t? scheme:t granted:t? requested:t? issuedAt:n expiresAt:n? algorithm:t?",
  registration:
    "issuer:t clientId:t clientSecret:t? secretExpiresAt:n? method:t? redirectUris:l registeredAt:n",
  pending: "target:o clientId:t redirectUri:t verifier:t requested:t? expiresAt:n",
  discovery: "target:o clientId:t",
} as const;
const TARGET = "server:t audience:t resource:t? scopes:l? dpopRequired:f metadata:m advertised:l fetchedAt:n";

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  t: (value) => typeof value === "string",
  n: (value) => Number.isFinite(value),
  f: (value) => typeof value === "boolean",
  l: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  o: (value) => isObject(value) && fits(value, TARGET),
  m: (value) => isObject(value) && readServerMetadata(value) !== undefined,
};

/** Each record kind of the core, and the type of what its check lets through. */
export interface Records {
  readonly tokens: TokenRecord;
  readonly registration: RegistrationRecord;
  readonly pending: PendingRecord;
  readonly discovery: DiscoveryRecord;
}

/**
 * Checks what a store gave back: stores are written by others, and files and databases by anyone.
 *
 * @param kind - the kind it was read as
 * @param value - what came back
 * @returns the record, or undefined for any other shape or schema
 */
export function readRecord<K extends keyof Records>(kind: K, value: JsonObject): Records[K] | undefined {
  if (own(value, "schema") !== SCHEMA || !fits(value, SHAPES[kind])) return undefined;
  const { target } = value;
  const read =
    isObject(target) && isObject(target["metadata"])
      ? { ...value, target: { ...target, metadata: readServerMetadata(target["metadata"]) } }
      : value;
  return read as unknown as Records[K];
}

function fits(value: JsonObject, shape: string): boolean {
  return shape.split(" ").every((field) => {
    const [name = "", type = ""] = field.split(":");
    const content = own(value, name);
    return (content === undefined && type.endsWith("?")) || CHECKS[type.charAt(0)]?.(content) === true;
  });
}
