// @req close.stdin
import { describe, expect, test } from "vitest";
import { open, puppet, rejection, runs } from "../support/open.ts";

const quick = { stdinGrace: 50, termGrace: 50 };

async function pidOf(request: (method: string) => Promise<unknown>): Promise<number> {
  return ((await request("place")) as { pid: number }).pid;
}

describe("close", () => {
  test("rejects calls in flight first, tells nobody it was lost, and is idempotent", async () => {
    const { connection, request, send, endings, notifications } = await open(puppet());
    const pid = await pidOf(request);
    const silent = send("silence");
    const closing = connection.close();
    expect(connection.close()).toBe(closing);
    const error = await rejection(silent.response);
    expect(error).toMatchObject({ reason: { type: "closed" }, sent: "maybe" });
    expect(String(error)).toMatch(/silence on .* failed: the connection was closed/);
    await closing;
    expect(runs(pid)).toBe(false);
    expect(await rejection(request("echo"))).toMatchObject({ reason: { type: "closed" }, sent: "no" });
    expect([endings, notifications]).toEqual([[], []]);
  });

  test("ends stdin, which is enough for a well-behaved server", async () => {
    const { connection, request } = await open(puppet({ shutdown: { stdinGrace: 2 ** 31 } }));
    const pid = await pidOf(request);
    await connection.close();
    expect(runs(pid)).toBe(false);
  });

  test("sends SIGTERM to a server that ignores the end of its input", async () => {
    const shutdown = { stdinGrace: 30, termGrace: 2 ** 31 };
    const { connection, request } = await open(puppet({ env: { PUPPET_IGNORES: "eof" }, shutdown }));
    const pid = await pidOf(request);
    await connection.close();
    expect(runs(pid)).toBe(false);
  });

  test("kills a server that ignores that too", async () => {
    const { connection, request, diagnostics } = await open(
      puppet({ env: { PUPPET_IGNORES: "eof,term" }, shutdown: quick }),
    );
    const pid = await pidOf(request);
    await connection.close();
    expect(runs(pid)).toBe(false);
    expect(diagnostics).toEqual([]);
  });

  test("delivers nothing that arrives meanwhile", async () => {
    const { connection, request, send, notifications, diagnostics } = await open(
      puppet({ env: { PUPPET_IGNORES: "eof" }, shutdown: quick }),
    );
    await request("echo");
    const noise = Buffer.from('noise\n{"jsonrpc":"2.0","method":"notifications/x"}\n').toString("base64");
    void rejection(send("raw", { base64: noise, size: 1 }).response);
    await connection.close();
    expect([notifications, diagnostics]).toEqual([[], []]);
  });
});

describe("nothing of the tree is left", () => {
  test.each([
    ["grandchildren that ignore the end of input", { nested: true }],
    ["grandchildren that ignore SIGTERM", { nested: true, ignores: "term" }],
    ["a grandchild that keeps stdout open", { shares: true, ignores: "term" }],
    ["a grandchild in a session of its own", { detached: true, nested: true, ignores: "term" }],
  ])("after close: %s", async (_, params) => {
    const { connection, request } = await open(puppet({ shutdown: quick }));
    const { pids } = (await request("grandchild", params)) as { pids: number[] };
    expect(pids.filter(runs)).toEqual(pids);
    await connection.close();
    expect(pids.filter(runs)).toEqual([]);
  });

  test("after the server exited by itself, once close resolves", async () => {
    const { connection, request, closed } = await open(puppet({ shutdown: quick }));
    const { pids } = (await request("grandchild", { nested: true, ignores: "term" })) as { pids: number[] };
    await rejection(request("exit", { code: 0 }));
    await closed;
    await connection.close();
    expect(pids.filter(runs)).toEqual([]);
  });

  test("after the server exited by itself, though nobody closes", async () => {
    const { request } = await open(puppet({ shutdown: quick }));
    const params = { nested: true, shares: true, ignores: "term" };
    const { pids } = (await request("grandchild", params)) as { pids: number[] };
    await rejection(request("exit", { code: 0 }));
    await expect.poll(() => pids.filter(runs), { timeout: 15_000 }).toEqual([]);
  });
});
