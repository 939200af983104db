import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { privateKeyJwt } from "../../src/machine.ts";
import { failure } from "../fixtures/transport.ts";

const issuer = "https://as.example.com/tenant";
const now = 1_900_000_000_000;

async function assertionOf(assertion: ReturnType<typeof privateKeyJwt>): Promise<URLSearchParams> {
  const request = { issuer, clientId: "client", body: new URLSearchParams(), headers: new Headers(), now };
  await assertion.authenticate(request);
  return request.body;
}

describe("a client assertion", () => {
  test.each(["ES256", "ES384", "ES512", "RS256", "PS256", "Ed25519"])(
    "of %s is one that jose accepts, from a key, a JWK and a PEM",
    async (algorithm) => {
      const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
      const jwk = { ...(await exportJWK(privateKey)), kid: "k1", use: "sig" };
      const inputs = [privateKey, jwk, await exportPKCS8(privateKey)] as const;
      const ids = new Set<string>();
      for (const input of inputs) {
        const body = await assertionOf(privateKeyJwt(input as never, { algorithm }));
        expect(body.get("client_assertion_type")).toBe(
          "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        );
        const { payload, protectedHeader } = await jwtVerify(body.get("client_assertion") ?? "", publicKey, {
          issuer: "client",
          subject: "client",
          audience: issuer,
          currentDate: new Date(now),
          maxTokenAge: "5 minutes",
        });
        expect(protectedHeader.alg).toBe(algorithm);
        expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(300);
        ids.add(payload.jti ?? "");
        if (input === jwk) expect(protectedHeader.kid).toBe("k1");
      }
      expect(ids.size).toBe(3);
    },
  );

  test.each(["ES256", "ES384", "RS256", "Ed25519"])(
    "finds out itself that a key is for %s",
    async (algorithm) => {
      const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
      for (const input of [await exportJWK(privateKey), await exportPKCS8(privateKey)]) {
        const body = await assertionOf(privateKeyJwt(input as never));
        await jwtVerify(body.get("client_assertion") ?? "", publicKey, { currentDate: new Date(now) });
      }
    },
  );

  test("carries the key id it is given", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const body = await assertionOf(privateKeyJwt(privateKey as never, { keyId: "mine" }));
    const { protectedHeader } = await jwtVerify(body.get("client_assertion") ?? "", publicKey, {
      currentDate: new Date(now),
    });
    expect(protectedHeader.kid).toBe("mine");
  });
});

describe("a key that cannot be used is refused without a word of it", () => {
  const marker = "MARKERmarkerMARKERmarkerMARKERmarker";
  test.each([
    ["no PEM", marker, {}, "privateKey must be PKCS#8 in PEM"],
    [
      "a damaged PEM",
      `-----BEGIN PRIVATE KEY-----\n${marker}\n-----END PRIVATE KEY-----`,
      {},
      "privateKey cannot be imported",
    ],
    [
      "no base64",
      `-----BEGIN PRIVATE KEY-----\n${marker}!!\n-----END PRIVATE KEY-----`,
      {},
      "privateKey cannot be imported",
    ],
    [
      "a damaged JWK",
      { kty: "EC", crv: "P-256", d: marker },
      {},
      "privateKey is no JWK of a private key for ES256",
    ],
    [
      "an unknown algorithm",
      { kty: "EC", crv: "P-256", d: marker },
      { algorithm: "HS256" },
      "must be one of ES256",
    ],
  ])("%s", async (_name, input, options, text) => {
    const error = await failure(assertionOf(privateKeyJwt(input, options)));
    expect(error.message).toContain(`Cannot sign a client assertion: `);
    expect(error.message).toContain(text);
    expect(error.message).not.toContain("MARKER");
    expect(error.cause).toBeUndefined();
    expect(error).toMatchObject({
      reason: { problem: "token_request", error: "private_key" },
    });
  });

  test("a public key", async () => {
    const { publicKey } = await generateKeyPair("ES256");
    const error = await failure(assertionOf(privateKeyJwt(publicKey as never)));
    expect(error.message).toContain("privateKey must be a private key");
  });
});
