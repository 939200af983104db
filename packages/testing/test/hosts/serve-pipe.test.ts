import { expect, test } from "vitest";
import { servePipe, testServer } from "../../src/index.ts";
import { deferred } from "../support/deferred.ts";

type Message = Record<string, unknown>;

/** A pipe whose messages are read one by one. */
function pipe(server: Parameters<typeof servePipe>[0]): {
  served: ReturnType<typeof servePipe>;
  next(): Promise<unknown>;
  sent: unknown[];
} {
  const sent: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  const unread: unknown[] = [];
  const served = servePipe(server, (message) => {
    sent.push(message);
    const take = waiting.shift();
    if (take === undefined) unread.push(message);
    else take(message);
  });
  const next = (): Promise<unknown> =>
    unread.length > 0 ? Promise.resolve(unread.shift()) : new Promise((resolve) => waiting.push(resolve));
  return { served, next, sent };
}

const initialize = (protocolVersion: string): Message => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } },
});

test("batches are answered as batches where they exist, and refused elsewhere", async () => {
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "2", method: "ping" },
  ];
  const old = pipe(testServer());
  old.served.receive(initialize("2025-03-26"));
  await old.next();
  old.served.receive(batch);
  expect(await old.next()).toEqual([
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: "2", result: {} },
  ]);
  const later = pipe(testServer());
  later.served.receive(initialize("2025-06-18"));
  await later.next();
  later.served.receive(batch);
  expect(await later.next()).toMatchObject({ id: null, error: { code: -32600 } });
});

test.each([
  [{ jsonrpc: "1.0", id: 1, method: "ping" }, '"jsonrpc" is not "2.0"'],
  [{ jsonrpc: "2.0", id: null, method: "ping" }, "the id of ping is null"],
  [7, "not an object"],
])("%j is answered -32600", async (message, problem) => {
  const { served, next } = pipe(testServer());
  served.receive(message);
  const { id, error } = (await next()) as { id: unknown; error: { code: number; message: string } };
  expect([id, error.code]).toEqual([null, -32600]);
  expect(error.message).toContain(problem);
});

test("what cannot be parsed is answered -32700", async () => {
  const { served, next } = pipe(testServer());
  served.unreadable("Unexpected token");
  expect(await next()).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32700, message: "Unexpected token" },
  });
});

test("an id in use is refused", async () => {
  const server = testServer();
  const hold = server.hold("ping");
  const { served, next } = pipe(server);
  served.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
  served.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
  expect(await next()).toMatchObject({ id: null, error: { message: "the id 1 is in use" } });
  hold.release();
  expect(await next()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});

test("the end of the pipe aborts what runs and rejects what was asked", async () => {
  const aborted = deferred();
  const refused = deferred<string>();
  const server = testServer({
    revisions: ["2025-11-25"],
    methods: {
      ping: async (_params, context) => {
        context.signal.addEventListener("abort", () => aborted.resolve());
        await context.ask("roots/list").catch((error: Error) => refused.resolve(error.message));
      },
    },
  });
  const { served, next, sent } = pipe(server);
  served.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
  expect(await next()).toMatchObject({ method: "roots/list" });
  served.end();
  await aborted.promise;
  expect(await refused.promise).toContain("the client closed the session");
  expect(sent).toHaveLength(1);
});
