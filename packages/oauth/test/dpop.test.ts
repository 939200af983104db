import { createHash } from "node:crypto";
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, type JWK, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { dpop } from "../src/dpop.ts";
import { environmentOf } from "../src/environment.ts";
import { memoryStore } from "../src/index.ts";

const open = (store = memoryStore(), name = "n") => {
  const env = environmentOf({ store, now: () => 1_900_000_000_000 });
  return dpop().open(env, async () => name);
};
const judge = (proof: string) =>
  jwtVerify(proof, EmbeddedJWK, { typ: "dpop+jwt", currentDate: new Date(1_900_000_000_000) });
const thumbprint = async (proof: string) => calculateJwkThumbprint(decodeProtectedHeader(proof).jwk as JWK);

describe("a proof", () => {
  test.each(["ES256", "Ed25519", "ES384", "PS256", "RS256"])(
    "of %s is one that jose accepts",
    async (algorithm) => {
      const prover = await open().choose([algorithm]);
      const headers = await prover.headers(
        { url: "https://mcp.example.com/mcp?x=1#y", method: "DELETE" },
        "token-1",
      );
      expect(headers["authorization"]).toBe("DPoP token-1");
      const { payload, protectedHeader } = await judge(headers["dpop"] ?? "");
      expect(protectedHeader.alg).toBe(algorithm);
      expect(protectedHeader.jwk).not.toHaveProperty("d");
      expect(payload).toMatchObject({
        htm: "DELETE",
        htu: "https://mcp.example.com/mcp",
        ath: createHash("sha256").update("token-1").digest("base64url"),
      });
    },
  );

  test("is another one each time, with the same key", async () => {
    const prover = await open().choose(undefined);
    const request = { url: "https://as.example.com/token", method: "POST" };
    const [first = "", second = ""] = (
      await Promise.all([prover.headers(request), prover.headers(request)])
    ).map(({ dpop: proof }) => proof);
    expect((await judge(first)).payload.jti).not.toBe((await judge(second)).payload.jti);
    expect(await thumbprint(first)).toBe(await thumbprint(second));
  });

  test("at a token endpoint has no token and no ath", async () => {
    const headers = await (await open().choose(undefined)).headers({
      url: "https://as.example.com/token",
      method: "POST",
    });
    expect(Object.keys(headers)).toEqual(["dpop"]);
    expect((await judge(headers["dpop"] ?? "")).payload).not.toHaveProperty("ath");
  });

  test("carries the newest nonce of its origin, and of no other", async () => {
    const session = open();
    const prover = await session.choose(undefined);
    session.note("https://mcp.example.com/other", "n1");
    session.note("https://mcp.example.com/mcp", "n2");
    session.note("https://as.example.com/token", "as");
    session.note("https://mcp.example.com/mcp", undefined);
    const nonce = async (url: string) =>
      (await judge((await prover.headers({ url, method: "POST" }, "t"))["dpop"] ?? "")).payload["nonce"];
    expect(await nonce("https://mcp.example.com/mcp")).toBe("n2");
    expect(await nonce("https://as.example.com/token")).toBe("as");
    expect(await nonce("https://elsewhere.example.com/")).toBeUndefined();
  });
});

describe("the key", () => {
  const key = async (session: ReturnType<typeof open>) =>
    thumbprint(
      (await (await session.choose(undefined)).headers({ url: "https://h/", method: "POST" }))["dpop"] ?? "",
    );

  test("is shared by those who share the store, and differs by name", async () => {
    const store = memoryStore();
    expect(await key(open(store))).toBe(await key(open(store)));
    expect(await key(open(store))).not.toBe(await key(open(store, "other")));
    expect(await key(open(store))).not.toBe(await key(open()));
  });

  test("that could not be had is asked for again", async () => {
    let fail = true;
    const keys = async () => {
      if (fail) throw new Error("the keychain is locked");
      return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
    };
    const session = dpop({ keys: keys as never }).open(environmentOf({}), async () => "n");
    await expect(session.choose(undefined)).rejects.toThrow("locked");
    fail = false;
    expect((await session.choose(undefined)).algorithm).toBe("ES256");
  });
});

test.each([
  [["RS256", "ES256"], "ES256"],
  [["RS256", "PS256"], "PS256"],
  [["unknown"], "ES256"],
])("of %j, %s is chosen", async (listed, algorithm) => {
  expect((await open().choose(listed)).algorithm).toBe(algorithm);
});
