// @req http.subscription-apart
import { manualClock } from "@snodo/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, json, result, stream } from "../support/fixture.ts";

afterEach(() => {
  vi.useRealTimers();
});

const note = event('{"jsonrpc":"2.0","method":"notifications/x"}');

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("a subscription outlives the client, and its socket goes with it", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method === "subscriptions/listen") stream(response).write(note);
    });
    const peer = await Dialled.dial(http(server.url, options));
    const listening = peer.send("subscriptions/listen", { routing: { stream: true } });
    const waiting = peer.call("x");
    await expect.poll(() => listening.notifications).toHaveLength(1);
    await server.arrived(2);
    await peer.connection.close();
    expect((await failureOf(waiting.response)).reason).toEqual({ type: "closed" });
    const stream1 = server.seen.find(({ message }) => message.method === "subscriptions/listen");
    stream1?.response.write(note);
    await expect.poll(() => listening.notifications).toHaveLength(2);
    listening.cancel("enough");
    await stream1?.closed;
    if (options.fetch === undefined) await expect.poll(() => server.sockets.size).toBe(0);
  });

  test("a stream of the initialize era ends with the client", async () => {
    const server = await fixture((_seen, response) => stream(response).write(note));
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.send("custom/stream", { routing: { stream: true } });
    await expect.poll(() => sent.notifications).toHaveLength(1);
    await peer.connection.close();
    expect((await failureOf(sent.response)).reason).toEqual({ type: "closed" });
    await server.seen[0]?.closed;
  });

  test("a server that lets the end of its session hang gets no more time for what else hangs", async () => {
    const server = await fixture(() => undefined);
    const clock = manualClock();
    const session = { id: "s", protocolVersion: "2025-11-25" } as const;
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25", clock, session });
    const told = failureOf(peer.notify("notifications/x"));
    const ending = failureOf(peer.connection.endSession?.(peer.routing) ?? Promise.resolve());
    await server.arrived(2);
    await clock.advance(5000);
    expect((await ending).reason).toEqual({ type: "timeout", timeoutMs: 5000 });
    // From here on no timer of the platform runs: waiting for one would be waiting for ever.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await peer.connection.close();
    expect((await told).kind).toBe("transport");
    await Promise.all(server.seen.map(({ closed }) => closed));
  });

  test("it can be asked for twice, and nothing is left behind", async () => {
    const clock = manualClock();
    const server = await fixture((seen, response) => stream(response).write(event(result(seen))));
    const peer = await Dialled.dial(http(server.url, { ...options, idleTimeout: 5000 }), { clock });
    await peer.call("x").response;
    await Promise.all([peer.connection.close(), peer.connection.close()]);
    expect(clock.pending).toBe(0);
    await server.seen[0]?.closed;
  });

  test("idleTimeout cuts a stream that says nothing, and comments keep it alive", async () => {
    const clock = manualClock();
    const server = await fixture((_seen, response) => stream(response).write(note));
    const peer = await Dialled.dial(http(server.url, { ...options, idleTimeout: 1000 }), { clock });
    const sent = peer.call("x");
    await expect.poll(() => sent.notifications).toHaveLength(1);
    await clock.advance(900);
    server.seen[0]?.response.write(`: still here\n\n${note}`);
    await expect.poll(() => sent.notifications).toHaveLength(2);
    await clock.advance(900);
    await clock.advance(100);
    const failure = await failureOf(sent.response);
    expect(failure.reason).toEqual({ type: "stream_ended" });
    expect(failure.message).toMatch(/the stream was cut \(nothing came for 1000 ms\)/);
    await server.seen[0]?.closed;
  });
});

test.each(EXCHANGES)("a message that hangs is cut ($name)", async ({ options }) => {
  const server = await fixture(() => undefined);
  const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
  const hanging = failureOf(peer.notify("notifications/x"));
  await server.arrived(1);
  await peer.connection.close();
  expect((await hanging).reason).toMatchObject({ type: "connection_lost" });
  await server.seen[0]?.closed;
});

test.each(EXCHANGES)(
  "a notification that is answered by an endless stream does not hold its connection ($name)",
  async ({ options }) => {
    const clock = manualClock();
    const server = await fixture((_seen, response) => stream(response));
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25", clock });
    await peer.notify("notifications/x");
    await clock.advance(2000);
    await server.seen[0]?.closed;
    expect(clock.pending).toBe(0);
  },
);

test("closing while the older transport is looked for ends that, too", async () => {
  const server = await fixture((seen, response) => {
    if (seen.method === "POST") response.writeHead(404).end();
    else stream(response);
  });
  for (const { options } of EXCHANGES) {
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const opening = failureOf(peer.send("initialize", { routing: { revision: undefined } }).response);
    const get = await server.arrived(options.fetch === undefined ? 1 : 2, ({ method }) => method === "GET");
    await peer.connection.close();
    await get.closed;
    expect((await opening).message).toMatch(/HTTP 404/);
  }
});

test("a message under way may finish, within a second", async () => {
  const server = await fixture((seen, response) => {
    if (seen.message.id !== undefined) return;
    setImmediate(() => response.writeHead(202).end());
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  const sent = peer.call("x");
  await server.arrived(1);
  sent.cancel("enough");
  await peer.connection.close();
  expect(server.seen[1]?.message.method).toBe("notifications/cancelled");
  expect(peer.diagnostics).toEqual([]);
});

test("what is sent after the last subscription ended is refused, and nothing is closed twice", async () => {
  const server = await fixture((_seen, response) => stream(response).write(note));
  const peer = await Dialled.dial(http(server.url));
  const listening = peer.send("subscriptions/listen", { routing: { stream: true } });
  await server.arrived(1);
  await peer.connection.close();
  server.seen[0]?.response.end();
  await failureOf(listening.response);
  // A second close of its pool would be an unhandled rejection.
  for (const name of ["a", "b"])
    expect((await failureOf(peer.call(name).response)).reason.type).toBe("closed");
  await expect.poll(() => server.sockets.size).toBe(0);
});

test("a transport can be opened again after it was closed", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const transport = http(server.url);
  for (let round = 0; round < 3; round += 1) {
    const peer = await Dialled.dial(transport);
    expect(await peer.call("x").response).toHaveProperty("result");
    await peer.connection.close();
  }
});

test("opening gives up with its caller", async () => {
  const opening = Dialled.dial(http("http://h.test/mcp"), { signal: AbortSignal.abort("enough") });
  expect(await failureOf(opening)).toBe("enough");
});
