// @req http.resumption, rule.14, rule.36
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, type Handler, result, type Seen, stream } from "../support/fixture.ts";

const prime = (id: string, retry?: number): string =>
  event("", { id, ...(retry === undefined ? {} : { retry }) });

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** A POST stream that ends after `first`; each GET is answered by the next of `gets`. */
  async function interrupted(first: string, ...gets: Handler[]) {
    const clock = manualClock();
    const posts: Seen[] = [];
    const server = await fixture((seen, response) => {
      if (seen.method === "POST") {
        posts.push(seen);
        stream(response).end(first);
      } else gets.shift()?.(seen, response);
    });
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25", clock });
    const sent = peer.call("x");
    const answer = (): string => event(result(posts[0] as Seen), { id: "9" });
    await server.arrived(1);
    return { clock, server, peer, sent, answer };
  }

  /** Waits until the reconnect is due within `ms`, which proves that it is not due earlier. */
  async function untilReconnect(clock: ReturnType<typeof manualClock>, least: number, most: number) {
    await expect.poll(() => clock.untilNext ?? -1).toBeGreaterThan(0);
    const next = [clock.untilNext ?? -1];
    expect(next[0]).toBeGreaterThanOrEqual(least);
    expect(next[0]).toBeLessThanOrEqual(most);
    await clock.advance(next[0] as number);
  }

  test("the answer is fetched by GET after the last event, when the server asked", async () => {
    const { clock, server, sent, answer } = await interrupted(
      prime("1", 500) + event('{"jsonrpc":"2.0","method":"notifications/progress"}', { id: "2" }),
      (_seen, response) => stream(response).end(answer()),
    );
    await untilReconnect(clock, 500, 625);
    expect(await sent.response).toHaveProperty("result");
    expect(sent.notifications).toHaveLength(1);
    expect(server.seen[1]).toMatchObject({
      method: "GET",
      headers: { "last-event-id": "2", accept: "text/event-stream", "mcp-protocol-version": "2025-11-25" },
    });
  });

  test("without retry it waits a second", async () => {
    const { clock, sent, answer } = await interrupted(prime("1"), (_seen, response) =>
      stream(response).end(answer()),
    );
    await untilReconnect(clock, 1000, 1250);
    await sent.response;
  });

  test.each([
    [0, 250],
    [4_294_967_295, 60_000],
  ])("retry %i is honoured within reason", async (retry, wait) => {
    const { clock, sent, answer } = await interrupted(prime("1", retry), (_seen, response) =>
      stream(response).end(answer()),
    );
    await untilReconnect(clock, wait, wait * 1.25);
    await sent.response;
  });

  test("a resumed stream may be resumed again, from its own last event", async () => {
    const { clock, server, sent, answer } = await interrupted(
      prime("1"),
      (_seen, response) =>
        stream(response).end(event('{"jsonrpc":"2.0","method":"notifications/progress"}', { id: "5" })),
      (_seen, response) => stream(response).end(answer()),
    );
    await untilReconnect(clock, 1000, 1250);
    await server.arrived(2);
    await untilReconnect(clock, 1000, 1250);
    await sent.response;
    expect(server.seen[2]?.headers["last-event-id"]).toBe("5");
  });

  test.each([400, 404, 405, 406])("a resume refused with %i rejects the call", async (status) => {
    const { clock, server, sent } = await interrupted(prime("1"), (_seen, response) =>
      response.writeHead(status).end(),
    );
    await untilReconnect(clock, 1000, 1250);
    const failure = await failureOf(sent.response);
    expect(failure).toMatchObject({ reason: { type: "stream_ended" }, sent: "yes" });
    expect(failure.message).toMatch(`the server refused to resume it (HTTP ${status})`);
    expect(clock.pending).toBe(0);
    expect(server.seen).toHaveLength(2);
  });

  test("a resume that fails time and again rejects the call, later each time", async () => {
    const down: Handler = (_seen, response) => response.writeHead(503).end();
    const { clock, server, sent } = await interrupted(prime("1"), down, down, down, down, down, down);
    for (const [count, wait] of [1000, 2000, 4000, 8000, 16_000, 32_000].entries()) {
      await untilReconnect(clock, wait, wait * 1.25);
      await server.arrived(count + 2);
    }
    const failure = await failureOf(sent.response);
    expect(failure.message).toMatch(/resuming it failed: HTTP 503/);
    expect(clock.pending).toBe(0);
  });

  test("without an event id there is nothing to resume from", async () => {
    const { server, sent } = await interrupted(event('{"jsonrpc":"2.0","method":"notifications/progress"}'));
    expect((await failureOf(sent.response)).reason).toEqual({ type: "stream_ended" });
    expect(server.seen).toHaveLength(1);
  });

  test("2026-07-28 never resumes", async () => {
    const clock = manualClock();
    const server = await fixture((_seen, response) => stream(response).end(prime("1")));
    const peer = await Dialled.dial(http(server.url, options), { clock });
    expect((await failureOf(peer.call("x").response)).reason).toEqual({ type: "stream_ended" });
    expect(server.seen).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("a call that is given up is not resumed", async () => {
    const { clock, server, sent } = await interrupted(prime("1"));
    await expect.poll(() => clock.pending).toBe(1);
    sent.cancel("enough");
    await server.arrived(2, ({ method }) => method === "POST");
    // Neither the stream nor the cancel waits for anything.
    await expect.poll(() => clock.pending).toBe(0);
  });

  test("closing ends a resumption under way", async () => {
    const { clock, server, sent, peer } = await interrupted(prime("1"), (_seen, response) =>
      stream(response),
    );
    await untilReconnect(clock, 1000, 1250);
    const get = await server.arrived(1, ({ method }) => method === "GET");
    await peer.connection.close();
    expect((await failureOf(sent.response)).reason).toEqual({ type: "closed" });
    await get.closed;
  });
});

test("the wait before a resume holds the process, which somebody waits for; that of the channel does not", async () => {
  const held: boolean[] = [];
  const clock = manualClock();
  const watched = {
    now: () => clock.now(),
    setTimeout: (run: () => void, milliseconds: number, background?: boolean) => {
      held.push(background !== true);
      return clock.setTimeout(run, milliseconds);
    },
    clearTimeout: (handle: unknown) => clock.clearTimeout(handle),
  };
  const server = await fixture((_seen, response) => stream(response).end(prime("1")));
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock: watched });
  const failing = failureOf(peer.call("x").response);
  await expect.poll(() => held).toEqual([true]);
  peer.connection.openChannel?.({ revision: "2025-11-25" });
  await expect.poll(() => held).toEqual([true, false]);
  await peer.connection.close();
  expect((await failing).reason.type).toBe("closed");
});
