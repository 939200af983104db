// @req auth.before-each, auth.no-token, auth.refresh, auth.challenge, auth.second-refusal, auth.provider-error, auth.no-token-in-errors, auth.timeout
import type { Challenge, RefusedRequest, TokenProvider, TokenRequest } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, type Handler, json, result, type Seen, stream } from "../support/fixture.ts";

interface Asked {
  readonly tokens: TokenRequest[];
  readonly refreshes: { readonly challenge: Challenge; readonly request: RefusedRequest }[];
  readonly observed: unknown[];
}

/** Gives `first`, and after each refusal the next of `later`. */
function provider(
  first: unknown,
  ...later: unknown[]
): { readonly asked: Asked; readonly tokenProvider: TokenProvider } {
  const asked: Asked = { tokens: [], refreshes: [], observed: [] };
  return {
    asked,
    tokenProvider: {
      token: (request) => {
        asked.tokens.push(request);
        return first as string;
      },
      refresh: async (challenge, request) => {
        asked.refreshes.push({ challenge, request });
        const next = later.shift();
        if (next instanceof Error) throw next;
        return next as string;
      },
      observe: (response) => void asked.observed.push(response),
    },
  };
}

/** Lets one token in. */
const accepting =
  (token: string, refusal = { status: 401, www: 'Bearer error="invalid_token"' }): Handler =>
  (seen, response) => {
    if (seen.headers.authorization === `Bearer ${token}`) {
      if (seen.message.id === undefined) response.writeHead(202).end();
      else json(response, result(seen));
    } else
      response.writeHead(refusal.status, { "www-authenticate": refusal.www, "dpop-nonce": "n1" }).end("no");
  };

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("every request carries a token: calls, notifications, answers, GET and DELETE", async () => {
    const { asked, tokenProvider } = provider("t");
    const server = await fixture((seen, response) => {
      if (seen.method === "GET") stream(response).write('data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\n');
      else accepting("t")(seen, response);
    });
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }), {
      revision: "2025-11-25",
      session: { id: "s", protocolVersion: "2025-11-25" },
      onRequest: async ({ id }) => ({ jsonrpc: "2.0", id, result: {} }),
    });
    await peer.call("x").response;
    await peer.notify("notifications/roots/list_changed");
    peer.connection.openChannel?.(peer.routing);
    await server.arrived(4);
    await peer.connection.endSession?.(peer.routing);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill("Bearer t"));
    expect(
      asked.tokens.map(({ url, method, operation, interactive }) => ({
        url,
        method,
        operation,
        interactive,
      })),
    ).toEqual([
      { url: server.url, method: "POST", operation: 'tools/call "x"', interactive: true },
      { url: server.url, method: "POST", operation: "notifications/roots/list_changed", interactive: true },
      { url: server.url, method: "GET", operation: "the event stream", interactive: false },
      { url: server.url, method: "POST", operation: "the answer to ping", interactive: true },
      { url: server.url, method: "DELETE", operation: "the DELETE of the session", interactive: false },
    ]);
    expect(asked.observed).toHaveLength(5);
  });

  test("so does a subscription", async () => {
    const { asked, tokenProvider } = provider("t");
    const server = await fixture((_seen, response) => stream(response).write(": open\n\n"));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    peer.send("subscriptions/listen", { routing: { stream: true } });
    expect((await server.arrived(1)).headers.authorization).toBe("Bearer t");
    expect(asked.tokens).toMatchObject([{ operation: "subscriptions/listen", interactive: true }]);
  });

  test("without a token the request goes out bare", async () => {
    const { tokenProvider } = provider(undefined);
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    await peer.call("x").response;
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  test("the token wins over a header of the caller's", async () => {
    const { tokenProvider } = provider("t");
    const server = await fixture(accepting("t"));
    const peer = await Dialled.dial(
      http(server.url, { ...options, tokenProvider, headers: { authorization: "Basic x" } }),
    );
    expect(await peer.call("x").response).toHaveProperty("result");
  });

  test("401 asks for another token and sends once more", async () => {
    const { asked, tokenProvider } = provider("old", "new");
    const server = await fixture(accepting("new"));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(asked.refreshes).toHaveLength(1);
    expect(asked.refreshes[0]?.request).toMatchObject({
      url: server.url,
      method: "POST",
      used: "old",
      attempt: 1,
      operation: 'tools/call "x"',
    });
    expect(asked.refreshes[0]?.challenge).toMatchObject({
      status: 401,
      error: "invalid_token",
      dpopNonce: "n1",
    });
    expect(asked.tokens).toHaveLength(1);
  });

  test("403 insufficient_scope asks for a wider one", async () => {
    const { asked, tokenProvider } = provider("narrow", "wide");
    const server = await fixture(
      accepting("wide", { status: 403, www: 'Bearer error="insufficient_scope", scope="a b"' }),
    );
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(asked.refreshes[0]?.challenge).toMatchObject({ status: 403, scope: "a b" });
  });

  test("any other 403 is final", async () => {
    const { asked, tokenProvider } = provider("t", "u");
    const server = await fixture(accepting("none", { status: 403, www: "" }));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect((await failureOf(peer.call("x").response)).reason).toMatchObject({
      type: "unauthorized",
      status: 403,
    });
    expect(asked.refreshes).toHaveLength(0);
  });

  test.each([401, 403])("a second %i is final, and no token is told", async (status) => {
    const { asked, tokenProvider } = provider("secret-1", "secret-2", "secret-3");
    const server = await fixture(
      accepting("none", { status, www: 'Bearer error="insufficient_scope", error_description="more"' }),
    );
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({
      kind: "transport",
      code: -32000,
      reason: { type: "unauthorized", status },
    });
    expect(failure.message).toMatch(/insufficient_scope: more/);
    expect(JSON.stringify(failure) + failure.stack).not.toMatch(/secret/);
    expect(asked.refreshes).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
  });

  test("a wider token may be asked for after the first was accepted", async () => {
    const { asked, tokenProvider } = provider(undefined, "narrow", "wide");
    const server = await fixture((seen, response) => {
      if (seen.headers.authorization === undefined) accepting("x")(seen, response);
      else accepting("wide", { status: 403, www: 'Bearer error="insufficient_scope"' })(seen, response);
    });
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(asked.refreshes.map(({ request }) => request.attempt)).toEqual([1, 2]);
  });

  test("a provider that gives up leaves the refusal", async () => {
    const { tokenProvider } = provider("t", undefined);
    const server = await fixture(accepting("none"));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect((await failureOf(peer.call("x").response)).reason).toMatchObject({
      type: "unauthorized",
      status: 401,
    });
    expect(server.seen).toHaveLength(1);
  });

  test("what a provider throws is the caller's, as it is", async () => {
    const mine = new Error("user said no");
    const server = await fixture(accepting("none"));
    const refusing = await Dialled.dial(http(server.url, { ...options, ...provider("t", mine) }));
    expect(await failureOf(refusing.call("x").response)).toBe(mine);
    const throwing: TokenProvider = {
      token: () => {
        throw mine;
      },
      refresh: async () => undefined,
    };
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider: throwing }));
    expect(await failureOf(peer.call("x").response)).toBe(mine);
    expect(await failureOf(peer.notify("notifications/x"))).toBe(mine);
    expect(server.seen).toHaveLength(1);
  });

  test("a token that no header can carry is refused", async () => {
    const { tokenProvider } = provider("a\nb");
    const server = await fixture(accepting("t"));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({
      kind: "protocol",
      reason: { type: "invalid_header", header: "authorization" },
      sent: "no",
    });
    expect(server.seen).toHaveLength(0);
  });

  test("the request's timeout stands still while a provider works", async () => {
    const log: string[] = [];
    const tokenProvider: TokenProvider = { token: async () => "old", refresh: async () => "new" };
    const server = await fixture((seen, response) => {
      log.push(`request ${seen.headers.authorization}`);
      accepting("new")(seen, response);
    });
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    await peer.call("x", { hold: () => log.push("hold"), restart: () => log.push("restart") }).response;
    expect(log).toEqual(["hold", "restart", "request Bearer old", "hold", "restart", "request Bearer new"]);
  });

  test("giving up reaches the provider, and nothing is sent", async () => {
    let signal: AbortSignal | undefined;
    const tokenProvider: TokenProvider = {
      token: (request) => {
        signal = request.signal;
        return new Promise<string>((resolve) => signal?.addEventListener("abort", () => resolve("t")));
      },
      refresh: async () => undefined,
    };
    const server = await fixture((seen: Seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    const sent = peer.call("x");
    await expect.poll(() => signal).toBeDefined();
    sent.cancel("enough");
    expect(signal?.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.seen).toHaveLength(0);
  });

  test("an observer that rejects is reported and breaks nothing", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const tokenProvider = { ...provider("t").tokenProvider, observe: () => Promise.reject(new Error("no")) };
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    await expect
      .poll(() => peer.diagnostics)
      .toMatchObject([{ code: "token_provider_failed", message: "the token provider's observe failed: no" }]);
  });

  test("an observer that throws is reported and breaks nothing", async () => {
    const tokenProvider: TokenProvider = {
      token: () => "t",
      refresh: async () => undefined,
      observe: () => {
        throw new Error("oops");
      },
    };
    const server = await fixture(accepting("t"));
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "token_provider_failed" }]);
  });
});
