// @req call.abort, rule.12, rule.13
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { CallOptions, Client } from "../../src/index.ts";
import { dial, ERAS, MATRIX, open, thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

const CALLS: readonly (readonly [
  method: string,
  (client: Client, options: CallOptions) => Promise<unknown>,
])[] = [
  ["tools/list", (client, options) => client.listTools(options)],
  ["resources/list", (client, options) => client.listResources(options)],
  ["resources/templates/list", (client, options) => client.listResourceTemplates(options)],
  ["prompts/list", (client, options) => client.listPrompts(options)],
  ["tools/list", (client, options) => client.listPage("tools", "c", options)],
  ["tools/call", (client, options) => client.callTool("a", {}, options)],
  ["resources/read", (client, options) => client.readResource("file:///a", options)],
  ["prompts/get", (client, options) => client.getPrompt("a", {}, options)],
  [
    "completion/complete",
    (client, options) =>
      client.complete(
        { ref: { type: "ref/prompt", name: "a" }, argument: { name: "b", value: "c" } },
        options,
      ),
  ],
  ["tools/call", (client, options) => client.request("tools/call", { name: "a" }, options)],
];

const silentServer = () =>
  rawServer({ methods: Object.fromEntries(CALLS.map(([method]) => [method, () => SILENT])) });

describe.each(ERAS)("%s", (protocol) => {
  test.each(CALLS)("%s rejects with the signal's own reason and tells the server", async (method, call) => {
    const server = silentServer();
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const reason = { not: "even an error" };
    const failing = thrown(call(client, { signal: controller.signal }));
    const { id } = await server.arrived(method);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
  });

  test.each(CALLS)("%s with an aborted signal sends nothing", async (_method, call) => {
    const server = silentServer();
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    const reason = new Error("too late");
    expect(await thrown(call(client, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.received).toHaveLength(before);
  });

  test("an abort without a reason is an AbortError, and the server is told why in words", async () => {
    const server = silentServer();
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const failing = thrown(client.callTool("a", {}, { signal: controller.signal }));
    await server.arrived("tools/call");
    controller.abort();
    expect(await failing).toMatchObject({ name: "AbortError" });
    const { params } = await server.arrived("notifications/cancelled");
    expect(params["reason"]).toEqual(expect.any(String));
  });

  test("a signal of `AbortSignal.timeout` gives its TimeoutError, not a code of this library", async () => {
    const { client } = await open(silentServer().transport, { protocol });
    const error = await thrown(client.callTool("a", {}, { signal: AbortSignal.timeout(1) }));
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(error).toBeInstanceOf(DOMException);
  });

  test("the answer after an abort reaches nobody", async () => {
    const clock = manualClock();
    const server = silentServer();
    const { client, codes } = await open(server.transport, { protocol, clock });
    const controller = new AbortController();
    const seen: unknown[] = [];
    const failing = thrown(
      client.callTool("a", {}, { signal: controller.signal, onProgress: (progress) => seen.push(progress) }),
    );
    const { id } = await server.arrived("tools/call");
    controller.abort("enough");
    server.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: id, progress: 1 },
    });
    server.reply(id, { content: [] });
    expect(await failing).toBe("enough");
    await clock.flush();
    expect(seen).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(codes()).toEqual(["stray_progress", "late_answer"]);
  });

  test("aborting after the answer changes nothing and sends nothing", async () => {
    const clock = manualClock();
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    await client.callTool("a", {}, { signal: controller.signal });
    controller.abort();
    await clock.flush();
    expect(server.requests("notifications/cancelled")).toEqual([]);
  });

  test("a signal shared by many calls keeps no listener of a call that settled", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((type: string, listener: () => void) => {
      listeners += 1;
      add(type, listener);
    }) as never;
    signal.removeEventListener = ((type: string, listener: () => void) => {
      listeners -= 1;
      remove(type, listener);
    }) as never;
    for (let call = 0; call < 50; call += 1) await client.callTool("a", {}, { signal });
    await thrown(client.request("nowhere/to/go", {}, { signal }));
    expect(listeners).toBe(0);
  });
});

test.each(MATRIX)("the handler of an aborted call is told (%s over %s)", async (protocol, over) => {
  let aborted: AbortSignal | undefined;
  const server = testServer({
    tools: {
      wait: (_args, context) => {
        aborted = context.signal;
        context.progress(1);
        return new Promise(() => undefined);
      },
    },
  });
  const { client } = await dial(server, over, { protocol });
  const controller = new AbortController();
  const call = client.callTool(
    "wait",
    {},
    { signal: controller.signal, onProgress: () => controller.abort("stop") },
  );
  expect(await thrown(call)).toBe("stop");
  await manualClock().flush();
  expect(aborted?.aborted).toBe(true);
});
