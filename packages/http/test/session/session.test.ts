// @req http.initialize-headers, rule.25, rule.28
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { error, fixture, type Handler, json, result } from "../support/fixture.ts";

/** Issues s1, s2, … and knows only the last. */
function sessions(gone: Handler = (_seen, response) => response.writeHead(404).end()) {
  let issued = 0;
  return fixture((seen, response) => {
    if (seen.message.method === "initialize") {
      issued += 1;
      json(response, result(seen), 200, { "Mcp-Session-Id": `s${issued}` });
    } else if (seen.headers["mcp-session-id"] !== `s${issued}`) gone(seen, response);
    else if (seen.method !== "POST" || seen.message.id === undefined) response.writeHead(202).end();
    else json(response, result(seen));
  });
}

describe.each(EXCHANGES)("$name", ({ options }) => {
  const initializeEra = { revision: "2025-11-25" } as const;

  test("the id goes with every later message, but not with initialize", async () => {
    const server = await sessions();
    const peer = await Dialled.dial(http(server.url, options), initializeEra);
    await peer.greet();
    await peer.call("x").response;
    await peer.connection.endSession?.(peer.routing);
    expect(
      server.seen.map(({ method, headers }) => [
        method,
        headers["mcp-session-id"],
        headers["mcp-protocol-version"],
      ]),
    ).toEqual([
      ["POST", undefined, undefined],
      ["POST", "s1", "2025-11-25"],
      ["POST", "s1", "2025-11-25"],
      ["DELETE", "s1", "2025-11-25"],
    ]);
    expect(peer.connection.sessionId).toBeUndefined();
  });

  test("stateless requests never carry it", async () => {
    const server = await sessions((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options), {
      session: { id: "kept", protocolVersion: "2025-11-25" },
    });
    await peer.call("x").response;
    expect(server.seen[0]?.headers).not.toHaveProperty("mcp-session-id");
  });

  test("404 forgets the id and says that nothing was done", async () => {
    const server = await sessions();
    const peer = await Dialled.dial(http(server.url, options), {
      ...initializeEra,
      session: { id: "old", protocolVersion: "2025-11-25" },
    });
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({
      kind: "transport",
      code: -32000,
      reason: { type: "session_expired" },
      sent: "no",
    });
    expect(failure.message).toMatch(
      /tools\/call "x" on .* failed: the server no longer knows the session \(HTTP 404\)/,
    );
    expect(peer.connection.sessionId).toBeUndefined();
  });

  test("the next initialize brings a new one", async () => {
    const server = await sessions();
    const peer = await Dialled.dial(http(server.url, options), {
      ...initializeEra,
      session: { id: "old", protocolVersion: "2025-11-25" },
    });
    await failureOf(peer.call("x").response);
    await peer.greet();
    expect(peer.connection.sessionId).toBe("s1");
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(server.seen[1]?.headers).not.toHaveProperty("mcp-session-id");
  });

  test("a late 404 for an old session leaves the new one alone", async () => {
    let refuse = (): void => undefined;
    const server = await sessions((_seen, response) => {
      refuse = () => void response.writeHead(404).end();
    });
    const peer = await Dialled.dial(http(server.url, options), {
      ...initializeEra,
      session: { id: "old", protocolVersion: "2025-11-25" },
    });
    const late = peer.call("x");
    await server.arrived(1);
    await peer.greet();
    refuse();
    expect((await failureOf(late.response)).reason).toEqual({ type: "session_expired" });
    expect(peer.connection.sessionId).toBe("s1");
  });

  test("-32601 for our id is an answer, and the session holds", async () => {
    const server = await sessions((seen, response) => json(response, error(seen, -32601), 404));
    const peer = await Dialled.dial(http(server.url, options), {
      ...initializeEra,
      session: { id: "old", protocolVersion: "2025-11-25" },
    });
    expect(await peer.send("custom/method").response).toMatchObject({ error: { code: -32601 } });
    expect(peer.connection.sessionId).toBe("old");
  });

  test("404 without a session is a wrong address", async () => {
    const server = await fixture((_seen, response) => response.writeHead(404).end("nope"));
    const peer = await Dialled.dial(http(server.url, options), initializeEra);
    expect((await failureOf(peer.call("x").response)).reason).toMatchObject({
      type: "http_status",
      status: 404,
      body: "nope",
    });
  });

  test("a notification finds out, too", async () => {
    const server = await sessions();
    const peer = await Dialled.dial(http(server.url, options), {
      ...initializeEra,
      session: { id: "old", protocolVersion: "2025-11-25" },
    });
    await expect(peer.notify("notifications/roots/list_changed")).rejects.toMatchObject({
      reason: { type: "session_expired" },
    });
    expect(peer.connection.sessionId).toBeUndefined();
  });

  test("a failed initialize assigns nothing", async () => {
    const server = await fixture((seen, response) =>
      json(response, error(seen, -32602), 200, { "mcp-session-id": "s1" }),
    );
    const peer = await Dialled.dial(http(server.url, options), initializeEra);
    await peer.send("initialize", { routing: { revision: undefined } }).response;
    expect(peer.connection.sessionId).toBeUndefined();
  });

  test("an id with other characters than the specification allows is not used", async () => {
    const server = await fixture((seen, response) =>
      json(response, result(seen), 200, { "mcp-session-id": "a b" }),
    );
    const peer = await Dialled.dial(http(server.url, options), initializeEra);
    await peer.send("initialize", { routing: { revision: undefined } }).response;
    expect(peer.connection.sessionId).toBeUndefined();
    expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "invalid_session_id" }]);
  });

  test("a session to resume with such an id is the caller's mistake", async () => {
    const session = { id: "a\nb", protocolVersion: "2025-11-25" } as const;
    await expect(Dialled.dial(http("http://h.test/mcp", options), { session })).rejects.toThrow(TypeError);
  });

  describe("ending it", () => {
    async function ended(status: number, body = "") {
      const server = await fixture((_seen, response) => response.writeHead(status).end(body));
      const peer = await Dialled.dial(http(server.url, options), {
        ...initializeEra,
        session: { id: "s", protocolVersion: "2025-11-25" },
      });
      return await peer.connection.endSession?.(peer.routing);
    }

    test.each([200, 202, 204, 404, 405])("%i is fine", async (status) => {
      await ended(status);
    });

    test("other refusals are told", async () => {
      await expect(ended(500, "boom")).rejects.toThrow(
        /the DELETE of the session on .* failed: the server answered HTTP 500/,
      );
      await expect(ended(401)).rejects.toMatchObject({ reason: { type: "unauthorized", status: 401 } });
    });

    test("without a session nothing is sent", async () => {
      const server = await sessions();
      const peer = await Dialled.dial(http(server.url, options), initializeEra);
      await peer.connection.endSession?.(peer.routing);
      expect(server.seen).toHaveLength(0);
    });

    test("a server that does not answer is waited for five seconds", async () => {
      const clock = manualClock();
      const server = await fixture(() => undefined);
      const peer = await Dialled.dial(http(server.url, options), {
        ...initializeEra,
        clock,
        session: { id: "s", protocolVersion: "2025-11-25" },
      });
      const ending = failureOf(peer.connection.endSession?.(peer.routing) ?? Promise.resolve());
      await server.arrived(1);
      await clock.advance(4999);
      await clock.advance(1);
      expect((await ending).reason).toEqual({ type: "timeout", timeoutMs: 5000 });
      await server.seen[0]?.closed;
    });
  });
});
