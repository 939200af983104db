import type { JsonObject } from "@snodo/protocol";
import * as z from "zod/mini";
import type { RecordKind } from "../../store/port.ts";

const metadata: z.ZodMiniType = z.looseObject({ issuer: z.string(), token_endpoint: z.string() });
const target: z.ZodMiniType = z.looseObject({
  server: z.string(),
  audience: z.string(),
  resource: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
  dpopRequired: z.boolean(),
  metadata,
  advertised: z.array(z.string()),
  fetchedAt: z.number(),
});

/** The first schema of each kind. A record with another `schema` is of another release: absent, and left alone. */
const RECORDS: Readonly<Record<RecordKind, z.ZodMiniType>> = {
  tokens: z.looseObject({
    issuer: z.string(),
    clientId: z.string(),
    audience: z.string(),
    accessToken: z.string(),
    refreshToken: z.optional(z.string()),
    scheme: z.enum(["Bearer", "DPoP"]),
    issuedAt: z.number(),
    expiresAt: z.optional(z.number()),
  }),
  registration: z.looseObject({
    issuer: z.string(),
    clientId: z.string(),
    clientSecret: z.optional(z.string()),
    redirectUris: z.array(z.string()),
    registeredAt: z.number(),
  }),
  pending: z.looseObject({
    target,
    clientId: z.string(),
    redirectUri: z.string(),
    verifier: z.string(),
    expiresAt: z.number(),
  }),
  discovery: z.looseObject({ target, clientId: z.string() }),
  key: z.looseObject({
    algorithm: z.string(),
    privateKey: z.record(z.string(), z.unknown()),
    publicKey: z.record(z.string(), z.unknown()),
  }),
};

const envelope: z.ZodMiniType<{ v: number } & Envelope> = z.object({
  v: z.number(),
  version: z.string(),
  value: z.optional(z.record(z.string(), z.unknown())),
  sealed: z.optional(z.string()),
});

/** What a file holds. */
export interface Envelope {
  readonly version: string;
  readonly value?: JsonObject | undefined;
  readonly sealed?: string | undefined;
}

/** How a file reads: one of another release is not damaged. */
export type Opened = Envelope | "foreign" | "damaged";

/**
 * Reads the text of a file.
 *
 * @param text - its content
 */
export function readEnvelope(text: string): Opened {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "damaged";
  }
  const result = z.safeParse(envelope, parsed);
  if (!result.success) return "damaged";
  const { v, version, value, sealed } = result.data;
  if (v !== 1) return "foreign";
  return (value === undefined) === (sealed === undefined) ? "damaged" : { version, value, sealed };
}

/**
 * Writes the text of a file.
 *
 * @param content - what it holds
 */
export function writeEnvelope(content: Envelope): string {
  return `${JSON.stringify({ v: 1, ...content })}\n`;
}

/**
 * Checks a record that came from a file.
 *
 * @param kind - its kind
 * @param value - what was read
 */
export function checkRecord(kind: RecordKind, value: JsonObject): "good" | "foreign" | "damaged" {
  if (value["schema"] !== 1) return "foreign";
  return z.safeParse(RECORDS[kind], value).success ? "good" : "damaged";
}
