import { describe, expect, test } from "vitest";
import { harness, notice, progress, result } from "./harness.ts";

// @req cancel.late-answer, stdio.cancels
describe("giving a request up", () => {
  test("tells the server, and ignores the late answer", async () => {
    const { call, receive, written, codes } = harness();
    const pending = call({ id: 1 });
    pending.cancel("timed out");
    pending.cancel("again");
    receive(progress(1, 1), result(1));
    expect(written.slice(1)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1, reason: "timed out" },
      },
    ]);
    expect(pending.events).toEqual([]);
    expect(codes()).toEqual(["debug late_answer"]);
    receive(result("1"));
    expect(codes()).toEqual(["debug late_answer", "warning unexpected_answer"]);
  });

  test("after the answer there is nothing to give up", async () => {
    const { call, receive, written } = harness();
    const pending = call({ id: 1 });
    receive(result(1));
    await pending.outcome;
    pending.cancel("late");
    expect(written).toHaveLength(1);
  });

  // @req cancel.initialize
  test("initialize is given up in silence, the probe is not", () => {
    const { call, written } = harness();
    call({ id: 1, method: "initialize" }, { revision: undefined }).cancel("timed out");
    expect(written).toHaveLength(1);
    call({ id: 2, method: "server/discover" }, { revision: "2026-07-28" }).cancel("timed out");
    expect(written).toHaveLength(3);
  });

  test("a cancellation that cannot be written is reported, nothing else", async () => {
    const { call, codes, diagnostics } = harness({
      send: (message) => {
        if ("method" in message && message.method === "notifications/cancelled") throw new Error("EPIPE");
      },
    });
    call({ id: 1 }).cancel("timed out");
    expect(codes()).toEqual(["debug cancel_not_sent"]);
    expect(diagnostics[0]?.message).toBe("could not tell the server that tools/call was given up: EPIPE");
  });

  test("what is remembered of given-up requests is bounded", () => {
    const { call, receive, codes } = harness();
    for (let id = 1; id <= 1025; id += 1) call({ id }).cancel("timed out");
    receive(result(1), result(2), result(1025));
    expect(codes()).toEqual(["warning unexpected_answer", "debug late_answer", "debug late_answer"]);
  });
});

describe("a pipe that cannot be written to", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("EPIPE");
      },
    ],
    ["rejects", () => Promise.reject(new Error("EPIPE"))],
  ])("%s: the request fails with that", async (_how, send) => {
    const { call, receive, codes } = harness({ send });
    const pending = call({ id: 1 });
    await expect(pending.outcome).rejects.toThrow("EPIPE");
    receive(result(1));
    expect(codes()).toEqual(["warning unexpected_answer"]);
  });

  test("a notification rejects with it", async () => {
    const { connection } = harness({ send: () => Promise.reject(new Error("EPIPE")) });
    const notify = connection.notify?.(
      { jsonrpc: "2.0", method: "notifications/initialized" },
      {
        revision: "2025-11-25",
      },
    );
    await expect(notify).rejects.toThrow("EPIPE");
  });
});

// @req stdio.exit
describe("the pipe ends by itself", () => {
  test("pending requests fail first, then the client is told, once", async () => {
    const { call, end, closed, receive } = harness();
    const pending = [call({ id: 1 }), call({ id: 2 })];
    end();
    end();
    for (const { outcome } of pending) await expect(outcome).rejects.toThrow("the server exited");
    expect(closed).toHaveLength(1);
    receive(result(1), notice("notifications/message"));
    expect(pending[0]?.events).toEqual(["failed"]);
  });

  test("later requests and notifications fail in the same way", async () => {
    const { call, end, connection, written } = harness();
    end();
    await expect(call({ id: 1 }).outcome).rejects.toMatchObject({
      code: -32000,
      message: "the server exited",
    });
    const notify = connection.notify?.({ jsonrpc: "2.0", method: "x" }, { revision: undefined });
    await expect(notify).rejects.toThrow("the server exited");
    expect(written).toEqual([]);
  });
});

describe("close", () => {
  test("pending requests fail first, with what was attempted and where", async () => {
    const { call, connection, closed, pipeClosed } = harness();
    const pending = call({ id: 1, params: { name: "search" } });
    const closing = connection.close();
    expect(connection.close()).toBe(closing);
    await expect(pending.outcome).rejects.toMatchObject({
      kind: "transport",
      code: -32000,
      reason: { type: "closed" },
      sent: "maybe",
      message: 'tools/call "search" on node server.mjs failed: the connection was closed',
    });
    await closing;
    expect(pipeClosed()).toBe(1);
    expect(closed).toEqual([]);
  });

  test("nothing is delivered or sent afterwards", async () => {
    const { call, connection, receive, end, inbound, closed, written } = harness();
    await connection.close();
    receive(notice("notifications/message"), result(1));
    end();
    await expect(call({ id: 2 }).outcome).rejects.toMatchObject({ sent: "no", reason: { type: "closed" } });
    const notify = connection.notify?.({ jsonrpc: "2.0", method: "x" }, { revision: undefined });
    await expect(notify).rejects.toThrow("the connection to node server.mjs is closed");
    expect([inbound, closed, written]).toEqual([[], [], []]);
  });

  test("a pipe that ended already is closed as well", async () => {
    const { connection, end, closed, pipeClosed } = harness();
    end();
    await connection.close();
    expect(pipeClosed()).toBe(1);
    expect(closed).toHaveLength(1);
  });
});
