import type { TokenProvider, TokenRequest } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("a credential writes its own headers for each attempt, and meets a nonce once", async () => {
    let nonce: string | undefined;
    const attempts: TokenRequest[] = [];
    const token = {
      headers: (request: TokenRequest) => {
        attempts.push(request);
        return { authorization: "DPoP t", dpop: `proof-${nonce}` };
      },
    };
    let refreshed = 0;
    const tokenProvider: TokenProvider = {
      token: () => token,
      refresh: async () => {
        refreshed += 1;
        return undefined;
      },
      observe: ({ dpopNonce }) => {
        nonce = dpopNonce ?? nonce;
      },
    };
    const server = await fixture((seen, response) => {
      if (seen.headers["dpop"] === "proof-n1") json(response, result(seen));
      else
        response
          .writeHead(401, { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "n1" })
          .end();
    });
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(attempts).toHaveLength(2);
    expect(refreshed).toBe(0);
    expect(server.seen[1]?.headers).toMatchObject({ authorization: "DPoP t", dpop: "proof-n1" });
  });

  test("a nonce that never satisfies ends in a refusal", async () => {
    const tokenProvider: TokenProvider = {
      token: () => ({ headers: () => ({ authorization: "DPoP t" }) }),
      refresh: async () => undefined,
    };
    const server = await fixture((_seen, response) =>
      response.writeHead(401, { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "n" }).end(),
    );
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect((await failureOf(peer.call("x").response)).reason).toMatchObject({
      type: "unauthorized",
      status: 401,
    });
    expect(server.seen).toHaveLength(2);
  });
});
