import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRecord } from "../../src/node/files/envelope.ts";
import { type Records, readRecord } from "../../src/store/records.ts";

const metadata = {
  issuer: "https://as.example.com",
  token_endpoint: "https://as.example.com/token",
  scopes_supported: ["a"],
  client_id_metadata_document_supported: false,
  authorization_response_iss_parameter_supported: true,
};
const target = {
  server: "https://h/mcp",
  audience: "https://h/mcp",
  dpopRequired: false,
  metadata,
  advertised: [],
  fetchedAt: 1,
};
const good: { readonly [K in keyof Records]: Record<string, unknown> } = {
  tokens: {
    schema: 1,
    issuer: "i",
    clientId: "c",
    audience: "a",
    accessToken: "t",
    scheme: "Bearer",
    issuedAt: 1,
  },
  registration: { schema: 1, issuer: "i", clientId: "c", redirectUris: ["r"], registeredAt: 1 },
  pending: { schema: 1, target, clientId: "c", redirectUri: "r", verifier: "v", expiresAt: 1 },
  discovery: { schema: 1, target, clientId: "c" },
};
const kinds = Object.keys(good) as (keyof Records)[];

describe.each(kinds)("%s", (kind) => {
  test("reads what it wrote", () => {
    expect(readRecord(kind, JSON.parse(JSON.stringify(good[kind])))).toMatchObject(good[kind]);
    expect(checkRecord(kind, good[kind])).toBe("good");
  });

  test("takes a record of another schema for none", () => {
    for (const schema of [0, 2, "1", null, undefined]) {
      expect(readRecord(kind, { ...good[kind], schema })).toBeUndefined();
      expect(checkRecord(kind, { ...good[kind], schema })).toBe("foreign");
    }
  });

  test("takes a record without one of its fields, or with one of another type, for none", () => {
    for (const name of Object.keys(good[kind]).filter((key) => key !== "schema")) {
      const { [name]: _, ...rest } = good[kind];
      for (const value of [
        rest,
        { ...rest, [name]: null },
        { ...rest, [name]: [1] },
        { ...rest, [name]: {} },
      ]) {
        expect(readRecord(kind, value), name).toBeUndefined();
        expect(checkRecord(kind, value), name).toBe("damaged");
      }
    }
  });

  test("survives anything", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (noise) => {
        const value = { ...good[kind], ...noise } as Record<string, unknown>;
        if (readRecord(kind, value) !== undefined) expect(value["schema"]).toBe(1);
      }),
    );
  });
});

test("metadata that was stored is read as strictly as metadata that was fetched", () => {
  const odd = { ...metadata, scopes_supported: "a b", registration_endpoint: 7 };
  const read = readRecord("discovery", { ...good.discovery, target: { ...target, metadata: odd } });
  expect(read?.target.metadata.scopes_supported).toBeUndefined();
  expect(read?.target.metadata.registration_endpoint).toBeUndefined();
});

test("a record's metadata needs its issuer and token endpoint", () => {
  const without = { ...target, metadata: { issuer: "x" } };
  expect(readRecord("discovery", { ...good.discovery, target: without })).toBeUndefined();
});
