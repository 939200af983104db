import { describe, expect, test } from "vitest";
import { open, puppet, rejection, resultOf } from "../support/open.ts";

describe("a server that does not read", () => {
  test("gets everything, in order, once it does", async () => {
    const { request, send, connection } = await open(puppet());
    await request("stopReading", { milliseconds: 200 });
    const text = "x".repeat(100_000);
    const calls = Array.from({ length: 30 }, (_, n) => send("echo", { n, text }));
    const note = connection.notify?.(
      { jsonrpc: "2.0", method: "notifications/after" },
      { revision: undefined },
    );
    const results = await Promise.all(calls.map(resultOf));
    expect(results).toEqual(calls.map((_, n) => ({ n, text })));
    await note;
    expect(await request("seen")).toContainEqual({ jsonrpc: "2.0", method: "notifications/after" });
  });

  test("never hears of calls that were given up meanwhile", async () => {
    const { request, send } = await open(puppet());
    await request("stopReading", { milliseconds: 200 });
    const text = "x".repeat(100_000);
    const calls = Array.from({ length: 30 }, (_, n) => send("echo", { n, text }));
    await new Promise((resolve) => setImmediate(resolve));
    for (const call of calls.slice(10)) call.cancel("no longer wanted");
    await Promise.all(calls.slice(0, 10).map(resultOf));
    const seen = (await request("seen")) as { id?: number; method: string }[];
    expect(seen.filter(({ method }) => method === "echo").map(({ id }) => id)).toEqual(
      calls.slice(0, 10).map(({ id }) => id),
    );
    expect(seen.some(({ method }) => method === "notifications/cancelled")).toBe(false);
  });
});

test("a notification that waits when the server dies rejects with the cause", async () => {
  const { request, send, connection } = await open(puppet());
  const { pid } = (await request("place")) as { pid: number };
  await request("stopReading", { milliseconds: 60_000 });
  const text = "x".repeat(1_000_000);
  const calls = [rejection(send("echo", { text }).response), rejection(send("echo", { text }).response)];
  await new Promise((resolve) => setImmediate(resolve));
  const note = connection.notify?.({ jsonrpc: "2.0", method: "notifications/x" }, { revision: undefined });
  const lost = rejection(note ?? Promise.resolve());
  process.kill(pid, "SIGKILL");
  expect(await lost).toMatchObject({ sent: "no", reason: { type: "process_exit", signal: "SIGKILL" } });
  await Promise.all(calls);
});

test("a server that asks without end is answered within bounds", async () => {
  let asked = 0;
  const { request, diagnostics } = await open(puppet(), {
    onRequest: async ({ id }) => {
      asked += 1;
      return { jsonrpc: "2.0", id, result: { text: "x".repeat(10_000) } };
    },
  });
  expect(await request("stopReading", { milliseconds: 300, asks: 2000 })).toBe("deaf");
  await expect.poll(() => asked, { timeout: 15_000 }).toBe(2000);
  await request("echo");
  const answers = ((await request("seen")) as { method?: string }[]).filter(
    ({ method }) => method === undefined,
  );
  const refused = diagnostics.filter(({ code }) => code === "answer_not_sent");
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length + refused.length).toBe(2000);
  expect(refused[0]?.message).toContain("the server does not read its answers");
});
