import { runContract, tokenProviderContract } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { staticToken } from "../../src/index.ts";
import { call, failure } from "../fixtures/transport.ts";

const server = "https://mcp.example.com/mcp";
const challenge = { status: 401, schemes: [] };

describe("contract", () => {
  runContract(test, tokenProviderContract, () => {
    let good = "token-0";
    return {
      provider: staticToken(() => good),
      url: server,
      accepts: (headers) => headers["authorization"] === `Bearer ${good}`,
      expire: () => {
        good = `token-${Number(good.slice(6)) + 1}`;
      },
      challenge: () => challenge,
      secrets: () => [good],
    };
  });
});

test("a token is sent to the server, and to no other origin", async () => {
  const provider = staticToken("t0ken", { server });
  const seen: (string | null)[] = [];
  const send = async (_url: string, init: RequestInit) => {
    seen.push(new Headers(init.headers).get("authorization"));
    return new Response();
  };
  await call(provider, send, server);
  await call(provider, send, "https://evil.example.com/mcp");
  expect(seen).toEqual(["Bearer t0ken", null]);
});

test("a refusal of a token there is no other for is the outcome", async () => {
  const refuse = async () => new Response(null, { status: 401 });
  expect(await call(staticToken("t0ken"), refuse, server)).toEqual({ status: 401, sent: 1 });
  expect(
    await call(
      staticToken(() => "t0ken"),
      refuse,
      server,
    ),
  ).toEqual({ status: 401, sent: 1 });
});

test("no token is sent where the function gives none", async () => {
  expect(await staticToken(() => undefined).token({ url: server, method: "POST" })).toBeUndefined();
});

test("what the function throws is passed on", async () => {
  const error = new Error("no vault");
  const provider = staticToken(() => Promise.reject(error));
  expect(await failure(Promise.resolve(provider.token({ url: server, method: "POST" })))).toBe(error);
});

test.each(["", "a b", "a\r\nb", "tökén"])("%j is refused: no header can carry it", async (token) => {
  expect(() => staticToken(token)).toThrow(TypeError);
  await expect(staticToken(() => token).token({ url: server, method: "POST" })).rejects.toThrow(TypeError);
});
