import { catalogOf, REVISIONS } from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, failure, INITIALIZE_REVISIONS, MATRIX, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("sends what an application may send", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.notify("notifications/roots/list_changed");
    await client.notify("notifications/progress", { progressToken: 1, progress: 1 });
    expect(server.received.slice(2)).toEqual([
      { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } },
    ]);
  });

  test.each(["com.example/note", "notifications/tools/list_changed", "tools/call", "toString"])(
    "refuses %s",
    async (method) => {
      const { client } = await open(rawServer().transport, { protocol });
      const error = await failure(client.notify(method));
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_601,
        reason: { type: "method_not_defined", method },
        sent: "no",
      });
      expect(error.message).toBe(
        `${method} was not sent to raw-server: it is no notification an application may send in ${protocol}`,
      );
    },
  );
});

test.each(REVISIONS)("what the library sends itself is not the application's (%s)", async (protocol) => {
  const { client } = await open(rawServer().transport, { protocol });
  for (const method of ["notifications/initialized", "notifications/cancelled"]) {
    expect((await failure(client.notify(method))).code).toBe(-32_601);
  }
});

test("2026-07-28 leaves room for extensions, and none for a server's notifications", async () => {
  const server = rawServer();
  const { client } = await open(server.transport, { protocol: "2026-07-28" });
  await client.notify("com.example/note", { a: 1 });
  expect(server.received).toEqual([{ jsonrpc: "2.0", method: "com.example/note", params: { a: 1 } }]);
  for (const method of catalogOf("2026-07-28").serverNotifications.keys()) {
    expect((await failure(client.notify(method))).code).toBe(-32_601);
  }
});

test.each(MATRIX.filter(([revision]) => revision !== "2026-07-28"))(
  "reaches the server (%s over %s)",
  async (protocol, over) => {
    const server = testServer();
    const { client } = await dial(server, over, { protocol });
    await client.notify("notifications/roots/list_changed");
    await manualClock().flush();
    expect(server.received.at(-1)).toMatchObject({ method: "notifications/roots/list_changed" });
  },
);

test("a transport that sends none says so", async () => {
  const server = rawServer({
    adapt: (connection) => ({ send: connection.send.bind(connection), close: () => connection.close() }),
  });
  const { client } = await open(server.transport);
  const error = await failure(client.notify("com.example/note"));
  expect(error).toMatchObject({
    kind: "transport",
    code: -32_000,
    reason: { type: "other", name: "no_notifications" },
  });
  expect(error.message).toBe(
    "com.example/note was not sent: the transport of raw-server cannot send notifications",
  );
});

test("a notification that is never taken runs into the client's timeout, one that fails rejects", async () => {
  const clock = manualClock();
  let outcome: Promise<void> = new Promise(() => undefined);
  const server = rawServer({ adapt: (connection) => Object.assign(connection, { notify: () => outcome }) });
  const { client } = await open(server.transport, { clock, timeout: 100, protocol: "2026-07-28" });
  const failing = failure(client.notify("com.example/note"));
  await clock.advance(100);
  expect((await failing).message).toBe("com.example/note on raw-server timed out after 100 ms");
  outcome = Promise.reject(new TypeError("pipe full"));
  await expect(client.notify("com.example/note")).rejects.toThrow("pipe full");
  expect(clock.pending).toBe(0);
});

test("without a time limit no timer is set", async () => {
  const clock = manualClock();
  const server = rawServer({
    adapt: (connection) => Object.assign(connection, { notify: () => new Promise<void>(() => undefined) }),
  });
  const { client } = await open(server.transport, { clock, timeout: 0, protocol: "2026-07-28" });
  const given = failure(client.notify("com.example/note"));
  await clock.flush();
  expect(clock.pending).toBe(0);
  await client.close();
  await given;
});

test.each([
  ["the client closes", "the connection to raw-server was closed by this client", "closed"],
  ["the connection ends", "the raw server crashed", "connection_lost"],
])("when %s, one that was not taken settles", async (how, why, type) => {
  const server = rawServer({
    adapt: (connection) => Object.assign(connection, { notify: () => new Promise<void>(() => undefined) }),
  });
  const { client } = await open(server.transport, { timeout: 0, protocol: "2026-07-28" });
  const given = failure(client.notify("com.example/note"));
  if (how === "the client closes") await client.close();
  else server.end();
  const error = await given;
  expect(error).toMatchObject({ kind: "transport", code: -32_000, reason: { type }, sent: "maybe" });
  expect(error.message).toBe(`com.example/note on raw-server was given up: ${why}`);
});
