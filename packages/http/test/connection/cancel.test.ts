// @req rule.12
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, json, result, stream } from "../support/fixture.ts";

const note = event('{"jsonrpc":"2.0","method":"notifications/progress"}');

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("2026-07-28 closes the stream and says nothing", async () => {
    const server = await fixture((_seen, response) => stream(response).write(note));
    const peer = await Dialled.dial(http(server.url, options));
    const begun = new Promise<void>((resolve) => {
      const sent = peer.call("x", {
        onNotification: () => {
          sent.cancel("enough");
          resolve();
        },
      });
    });
    await begun;
    await server.seen[0]?.closed;
    expect(server.seen).toHaveLength(1);
  });

  test("before the headers, too", async () => {
    const server = await fixture(() => undefined);
    const peer = await Dialled.dial(http(server.url, options));
    const sent = peer.call("x");
    await server.arrived(1);
    sent.cancel("enough");
    await server.seen[0]?.closed;
    expect(server.seen).toHaveLength(1);
  });

  test("the initialize era closes it and tells the server", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method === "tools/call") stream(response);
      else response.writeHead(202).end();
    });
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.call("x");
    await server.arrived(1);
    sent.cancel("enough");
    const told = await server.arrived(2);
    expect(told.message).toEqual({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "enough" },
    });
    await server.seen[0]?.closed;
  });

  test("initialize is given up without a word", async () => {
    const server = await fixture(() => undefined);
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.send("initialize", { routing: { revision: undefined } });
    await server.arrived(1);
    sent.cancel("enough");
    await server.seen[0]?.closed;
    expect(server.seen).toHaveLength(1);
  });

  test("a cancel that the server refuses is expected noise", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method !== "tools/call") response.writeHead(400).end();
    });
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.call("x");
    await server.arrived(1);
    sent.cancel("enough");
    await expect.poll(() => peer.diagnostics).toMatchObject([{ level: "debug", code: "cancel_not_sent" }]);
  });

  test("too late, and twice, it does nothing", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.call("x");
    await sent.response;
    sent.cancel("late");
    sent.cancel("later");
    await peer.call("y").response;
    expect(server.seen.map(({ message }) => message.method)).toEqual(["tools/call", "tools/call"]);
  });

  test("a request that was not written yet never is", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options));
    peer.call("x").cancel("at once");
    await peer.call("y").response;
    expect(server.seen.map(({ message }) => message.params?.["name"])).not.toContain("x");
  });

  test("nothing is delivered after it", async () => {
    const server = await fixture((_seen, response) => stream(response).write(note + note + note));
    const peer = await Dialled.dial(http(server.url, options));
    let seen = 0;
    const sent = peer.call("x", {
      onNotification: () => {
        seen += 1;
        sent.cancel("enough");
      },
    });
    await server.arrived(1);
    await server.seen[0]?.closed;
    expect(seen).toBe(1);
  });
});

test("a server that hangs does not keep the connections that tell it so", async () => {
  const clock = manualClock();
  const server = await fixture((seen, response) => {
    if (seen.message.params?.["name"] === "fast") json(response, result(seen));
  });
  const peer = await Dialled.dial(http(server.url, { connections: 1 }), { revision: "2025-11-25", clock });
  const sent = peer.call("slow");
  await server.arrived(1);
  sent.cancel("enough");
  await server.arrived(2);
  const fast = peer.call("fast");
  await clock.advance(5000);
  expect(await fast.response).toMatchObject({ result: {} });
  expect(peer.diagnostics).toMatchObject([{ level: "debug", code: "cancel_not_sent" }]);
  expect(peer.diagnostics[0]?.message).toContain("the server did not take it within 5000 ms");
  expect(clock.pending).toBe(0);
});

test("a notification that the server does not take is given up", async () => {
  const clock = manualClock();
  const server = await fixture(() => undefined);
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock });
  const told = failureOf(peer.notify("notifications/roots/list_changed"));
  await server.arrived(1);
  await clock.advance(60_000);
  expect(await told).toMatchObject({
    kind: "transport",
    code: -32_001,
    reason: { type: "timeout", timeoutMs: 60_000 },
    sent: "maybe",
  });
  await server.seen[0]?.closed;
});

test("a request for which there is no connection left waits, and can still be given up", async () => {
  const server = await fixture((seen, response) => {
    if (seen.message.params?.["name"] === "fast") json(response, result(seen));
  });
  const peer = await Dialled.dial(http(server.url, { connections: 1 }));
  const first = peer.call("slow");
  await server.arrived(1);
  const waiting = peer.call("waiting");
  const fast = peer.call("fast");
  waiting.cancel("enough");
  first.cancel("enough");
  await fast.response;
  expect(server.seen.map(({ message }) => message.params?.["name"])).toEqual(["slow", "fast"]);
});

test("closing rejects what is in flight and what comes later", async () => {
  const server = await fixture(() => undefined);
  const peer = await Dialled.dial(http(server.url));
  const sent = peer.call("x");
  await server.arrived(1);
  const closing = peer.connection.close();
  const failure = await failureOf(sent.response);
  expect(failure).toMatchObject({ reason: { type: "closed" }, sent: "maybe" });
  expect(failure.message).toMatch(/the connection was closed/);
  expect((await failureOf(peer.call("y").response)).sent).toBe("no");
  await expect(peer.notify("notifications/x")).rejects.toMatchObject({
    reason: { type: "closed" },
    sent: "no",
  });
  await closing;
  await expect.poll(() => server.sockets.size).toBe(0);
});
