import { describe, expect, test } from "vitest";
import { harness, notice, progress, result } from "./harness.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const event = (id: unknown, method = "notifications/tools/list_changed") =>
  notice(method, { _meta: { [SUBSCRIPTION]: id } });

// @req progress.before-result, rule.18
describe("progress", () => {
  test("goes to its request, in order, before the answer", async () => {
    const { call, receive, inbound } = harness();
    const first = call({ id: 1 });
    const second = call({ id: 2 });
    receive(progress(2, 1), progress(1, 1), progress(2, 2), result(2), progress(2, 3), result(1));
    await first.outcome;
    await second.outcome;
    expect(second.events).toEqual([
      'notifications/progress {"progressToken":2,"progress":1}',
      'notifications/progress {"progressToken":2,"progress":2}',
      "answered",
    ]);
    expect(first.events).toHaveLength(2);
    expect(inbound).toEqual(["notifications/progress"]);
  });

  test("a token of 0 is a token", async () => {
    const { call, receive } = harness();
    const pending = call({ id: 0 });
    receive(progress(0, 1), result(0));
    await pending.outcome;
    expect(pending.events).toHaveLength(2);
  });

  test.each(["1", null, undefined, true, {}, "__proto__"])("the token %j is not ours", (token) => {
    const { call, receive, inbound, codes } = harness();
    const pending = call({ id: 1 });
    receive(progress(token, 1), notice("notifications/progress"));
    expect(pending.events).toEqual([]);
    expect(inbound).toHaveLength(2);
    expect(codes()).toEqual([]);
  });

  test("1,000 notifications and the answer in one go are all delivered first", async () => {
    const { call, receive } = harness();
    const pending = call({ id: 1 });
    receive(...Array.from({ length: 1000 }, (_, n) => progress(1, n)), result(1));
    await pending.outcome;
    expect(pending.events).toHaveLength(1001);
    expect(pending.events.at(-1)).toBe("answered");
  });
});

// @req rule.15, rule.17, stdio.subscriptions
describe("events of a subscription", () => {
  test("go to the listen request their id names", () => {
    const { call, receive, inbound } = harness();
    const first = call({ id: 1, method: "subscriptions/listen" }, { revision: "2026-07-28", stream: true });
    const second = call({ id: 2, method: "subscriptions/listen" }, { revision: "2026-07-28", stream: true });
    receive(event(2), event(1, "notifications/subscriptions/acknowledged"), event(2));
    expect(first.events).toHaveLength(1);
    expect(second.events).toHaveLength(2);
    expect(inbound).toEqual([]);
  });

  test("an id of another type names nothing", () => {
    const { call, receive, inbound } = harness();
    const pending = call({ id: 1, method: "subscriptions/listen" }, { stream: true });
    receive(event("1"), event(3), notice("notifications/tools/list_changed", { _meta: "x" }));
    expect(pending.events).toEqual([]);
    expect(inbound).toHaveLength(3);
  });

  // @req rule.16
  test("the server may end it by `cancelled`; anything else it cancels is not ours", () => {
    const { call, receive, inbound } = harness();
    const listen = call({ id: 1, method: "subscriptions/listen" }, { stream: true });
    const plain = call({ id: 2 });
    receive(
      notice("notifications/cancelled", { requestId: 1 }),
      notice("notifications/cancelled", { requestId: 2 }),
      notice("notifications/cancelled", {}),
    );
    expect(listen.events).toEqual(['notifications/cancelled {"requestId":1}']);
    expect(plain.events).toEqual([]);
    expect(inbound).toEqual(["notifications/cancelled", "notifications/cancelled"]);
  });
});

test("what names no request belongs to the session", () => {
  const { call, receive, inbound } = harness();
  const pending = call({ id: 1 });
  receive(notice("notifications/tools/list_changed"), notice("notifications/message", { level: "info" }));
  expect(inbound).toEqual(["notifications/tools/list_changed", "notifications/message"]);
  expect(pending.events).toEqual([]);
});

describe("requests of the server", () => {
  const ping = { jsonrpc: "2.0", id: 9, method: "ping" };

  test("the answer is written", async () => {
    const { receive, written } = harness();
    receive(ping);
    await Promise.resolve();
    expect(written).toEqual([{ jsonrpc: "2.0", id: 9, result: {} }]);
  });

  // @req rule.11
  test("no answer is written where none may be", async () => {
    const { receive, written } = harness({ answer: async () => undefined });
    receive(ping);
    await Promise.resolve();
    expect(written).toEqual([]);
  });

  test("no answer is written after the end", async () => {
    const { receive, end, written } = harness();
    receive(ping);
    end();
    await Promise.resolve();
    expect(written).toEqual([]);
  });

  test("an answer that cannot be written, or made, is reported", async () => {
    const broken = harness({ send: () => Promise.reject(new Error("EPIPE")) });
    broken.receive(ping);
    const failing = harness({ answer: () => Promise.reject(new Error("boom")) });
    failing.receive(ping);
    await new Promise(setImmediate);
    expect(broken.diagnostics[0]?.message).toBe(
      "the answer to the server's ping could not be written: EPIPE",
    );
    expect(failing.diagnostics[0]?.message).toBe(
      "the answer to the server's ping could not be written: boom",
    );
  });
});
