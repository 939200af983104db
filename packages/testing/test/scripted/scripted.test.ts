import { PassThrough } from "node:stream";
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { Peer } from "../../src/contracts/transport/peer.ts";
import { ScriptFailure, scripted, scriptedFetch } from "../../src/index.ts";
import { serveStdio } from "../../src/node/index.ts";
import { modernPost, post } from "../support/http.ts";

test("a script takes what the client sends and answers step by step", async () => {
  const script = scripted(async (server) => {
    const call = await server.expect("tools/call", { name: "one", arguments: { a: [1, { b: 2 }] } });
    call.notify("notifications/progress", { progress: 1 });
    call.notify("notifications/message", { level: "info", data: "x" });
    call.result({ content: [] });
    (await server.expect("tools/list")).error(-32603, "broken", { why: 1 });
  });
  const peer = await Peer.dial(script.transport, "2026-07-28");
  const call = peer.call("one", { a: [1, { b: 2, c: 3 }] });
  expect(await call.response).toMatchObject({ result: { content: [] } });
  expect([...call.notifications, ...peer.strays].map(({ method }) => method)).toEqual([
    "notifications/progress",
    "notifications/message",
  ]);
  const { response } = peer.request("tools/list", {});
  expect(await response).toMatchObject({ error: { code: -32603, message: "broken", data: { why: 1 } } });
  await script.done;
  expect(script.unexpected).toEqual([]);
});

test.each([
  [{ name: "two" }, 'tools/call: params.name is "one", not "two"'],
  [{ arguments: { a: [1] } }, "tools/call: params.arguments.a is [], not a list of 1"],
  [{ arguments: { b: {} } }, "tools/call: params.arguments.b is missing, not an object"],
])("a script that expects %j fails with what it got", async (params, problem) => {
  const script = scripted(async (server) => {
    await server.expect("tools/call", params);
  });
  const peer = await Peer.dial(script.transport, "2026-07-28");
  const { response } = peer.call("one", { a: [] });
  await expect(script.done).rejects.toThrow(problem);
  await expect(script.done).rejects.toBeInstanceOf(ScriptFailure);
  // The client is not left waiting.
  const error: unknown = await response.catch((thrown: unknown) => thrown);
  expect(isMcpError(error, "connection_lost")).toBe(true);
  expect(String(error)).toContain('tools/call "one" failed: the script broke the connection');
});

test("another method fails the script", async () => {
  const script = scripted(async (server) => {
    await server.expect("tools/list");
  });
  const peer = await Peer.dial(script.transport, "2026-07-28");
  peer.call("x");
  await expect(script.done).rejects.toThrow("expected tools/list, got tools/call");
  expect(peer.closed).toHaveLength(1);
});

test("the opening of a client can be left to the script", async () => {
  const script = scripted(async (server) => {
    await server.greet("2025-06-18", { tools: {} });
    (await server.expect("ping")).result({});
  });
  const peer = await Peer.dial(script.transport, "2025-06-18");
  expect(await peer.request("ping", {}).response).toMatchObject({ result: {} });
  await script.done;
});

test("requests of the script get the client's answer", async () => {
  const script = scripted(async (server) => {
    await server.greet("2025-11-25");
    (await server.expect("ping")).result({});
    expect(await server.request("roots/list")).toMatchObject({ result: { roots: [] } });
    server.notify("notifications/tools/list_changed");
    server.send({ jsonrpc: "2.0", id: 99, result: {} });
  });
  const peer = await Peer.dial(script.transport, "2025-11-25");
  peer.onRequest = () => ({ result: { roots: [] } });
  await peer.request("ping", {}).response;
  await script.done;
  await peer.stray();
  expect(peer.diagnostics).toMatchObject([{ code: "unexpected_answer" }]);
});

test("a script can break the connection and meet the next one", async () => {
  const script = scripted(
    async (server) => {
      await server.expect("tools/list");
      server.disconnect();
      (await server.expect("prompts/list")).result({ prompts: [] });
      await server.closed();
    },
    { ignore: ["notifications/cancelled"] },
  );
  const first = await Peer.dial(script.transport, "2026-07-28");
  await expect(first.request("tools/list", {}).response).rejects.toThrow("the script broke the connection");
  const second = await Peer.dial(script.transport, "2026-07-28");
  expect(await second.request("prompts/list", {}).response).toMatchObject({ result: { prompts: [] } });
  await second.connection.close();
  await script.done;
});

test("what no step took is kept", async () => {
  const script = scripted(async () => undefined);
  const peer = await Peer.dial(script.transport, "2026-07-28");
  peer.call("x");
  await script.done;
  expect(script.unexpected).toMatchObject([{ method: "tools/call" }]);
});

test("a script can be played on standard streams", async () => {
  const stdin = new PassThrough();
  const stdout = new PassThrough().setEncoding("utf8");
  const script = scripted(async (server) => {
    (await server.expect("ping")).result({ ok: true });
    server.disconnect();
  });
  serveStdio(script, { stdin, stdout });
  stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const lines: unknown[] = [];
  for await (const chunk of stdout) lines.push(chunk);
  expect(lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"ok":true}}\n']);
});

test("an HTTP script answers requests in every way", async () => {
  const script = scriptedFetch(async (server) => {
    (await server.expect("server/discover")).error(404, -32601, "no");
    (await server.expect("initialize", { protocolVersion: "2025-06-18" })).result(
      {},
      { "mcp-session-id": "s" },
    );
    (await server.expect("GET")).events(": hello", "data: 1");
    (await server.next()).fail(new TypeError("network"));
    (await server.expect("DELETE")).respond(new Response(null, { status: 204 }));
  });
  expect((await script.fetch(modernPost("server/discover"))).status).toBe(404);
  const initialize = {
    jsonrpc: "2.0",
    id: 3,
    method: "initialize",
    params: { protocolVersion: "2025-06-18" },
  };
  const opened = await script.fetch(post(initialize));
  expect([opened.headers.get("mcp-session-id"), await opened.json()]).toEqual([
    "s",
    { jsonrpc: "2.0", id: 3, result: {} },
  ]);
  const stream = await script.fetch(new Request("http://server.test/"));
  expect(await stream.text()).toBe(": hello\n\ndata: 1\n\n");
  await expect(script.fetch(post("not json"))).rejects.toThrow("network");
  expect((await script.fetch(new Request("http://server.test/", { method: "DELETE" }))).status).toBe(204);
  await script.done;
});

test("an HTTP script that goes wrong answers 500 with the reason", async () => {
  const script = scriptedFetch(async (server) => {
    await server.expect("tools/list");
  });
  const response = await script.fetch(modernPost("tools/call"));
  expect([response.status, await response.text()]).toEqual([
    500,
    "ScriptFailure: expected tools/list, got tools/call",
  ]);
  await expect(script.done).rejects.toThrow("expected tools/list");
  expect((await script.fetch(modernPost("tools/list"))).status).toBe(500);
});
