import type { AccessToken, TokenProvider } from "@snodo/protocol";
import { expect, onTestFinished, test, vi } from "vitest";
import { cacheScope, type ScopeSource } from "../../src/connection/cache-scope.ts";

const base: ScopeSource = {
  url: "https://h.test/mcp",
  headers: [],
  dynamicHeaders: undefined,
  tokenProvider: undefined,
};

test("without credentials there is nothing to tell apart, at once", () => {
  const scope = cacheScope(base);
  expect(scope.credentials()).toBe("");
  expect(scope.shared).toBe(true);
});

test("equal endpoints and plain headers share, in any order", () => {
  const a = cacheScope({ ...base, headers: ["x-a", "1", "x-b", "2"] });
  const b = cacheScope({ ...base, headers: ["x-b", "2", "x-a", "1"] });
  expect(a.endpoint).toBe(b.endpoint);
  expect(cacheScope({ ...base, headers: ["x-a", "2", "x-b", "1"] }).endpoint).not.toBe(a.endpoint);
  expect(cacheScope({ ...base, url: "https://h.test/other" }).endpoint).not.toBe(cacheScope(base).endpoint);
});

test.each([
  "authorization",
  "cookie",
  "x-api-key",
  "x-auth-token",
  "proxy-authorization",
  "x-client-secret",
  "x-session",
])("%s is a credential: a digest of it tells clients apart, and nothing shows it", async (name) => {
  const ada = cacheScope({ ...base, headers: [name, "ada-secret"] });
  const bob = cacheScope({ ...base, headers: [name, "bob-secret"] });
  expect(ada.endpoint).toBe(bob.endpoint);
  expect(ada.endpoint).not.toMatch("secret");
  const digest = await ada.credentials();
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digest).not.toBe(await bob.credentials());
  expect(await cacheScope({ ...base, headers: [name, "ada-secret"] }).credentials()).toBe(digest);
  expect(ada.credentials()).toBe(digest);
});

test("the token of the next request counts, a proof of possession does not", async () => {
  let token: string | AccessToken | undefined = "one";
  const tokenProvider: TokenProvider = { token: () => token, refresh: async () => undefined };
  const scope = cacheScope({ ...base, tokenProvider });
  const one = await scope.credentials();
  token = "two";
  const two = await scope.credentials();
  expect(two).not.toBe(one);
  token = "one";
  expect(await scope.credentials()).toBe(one);
  let proof = 0;
  token = {
    headers: () => {
      proof += 1;
      return { authorization: "DPoP t", dpop: `proof-${proof}` };
    },
  };
  expect(await scope.credentials()).toBe(await scope.credentials());
  token = undefined;
  expect(await scope.credentials()).toBe("");
});

test("asking for the token of the next request never asks a user", async () => {
  const asked: unknown[] = [];
  const tokenProvider: TokenProvider = {
    token: ({ interactive }) => {
      asked.push(interactive);
      return "t";
    },
    refresh: async () => undefined,
  };
  await cacheScope({ ...base, tokenProvider }).credentials();
  expect(asked).toEqual([false]);
});

test("headers that are asked for are one client's own", async () => {
  const dynamicHeaders = () => ({ "x-tenant": "a" });
  const a = cacheScope({ ...base, dynamicHeaders });
  const b = cacheScope({ ...base, dynamicHeaders });
  expect(a.endpoint).not.toBe(b.endpoint);
  expect(a.shared).toBe(false);
  expect(await a.credentials()).toBe(await b.credentials());
});

test("without Web Crypto whoever asks is told, nobody else, and it is tried again", async () => {
  const digest = vi.spyOn(crypto.subtle, "digest").mockRejectedValueOnce(new Error("not here"));
  onTestFinished(() => digest.mockRestore());
  const scope = cacheScope({ ...base, headers: ["authorization", "a"] });
  await expect(scope.credentials()).rejects.toThrow("not here");
  expect(await scope.credentials()).toMatch(/^[0-9a-f]{64}$/);
});
