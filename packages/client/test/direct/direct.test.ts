// @req version.direct, version.direct-initialize, version.direct-not-enabled, option.auth, progress.direct
// @req close.direct, direct.subscription-own, call.one-api
import {
  eraOf,
  type JsonRpcRequest,
  type JsonRpcResponse,
  REVISIONS,
  type Revision,
  type Runtime,
  type RuntimeContext,
} from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { directTransport } from "../../src/direct/direct-transport.ts";
import { connect, direct } from "../../src/index.ts";
import { dial, ERAS, failure, gate, recorder, thrown } from "../support/clients.ts";

/** A runtime that answers everything the same way. */
function runtime(
  answer: (request: JsonRpcRequest, context: RuntimeContext) => unknown,
  revisions: readonly Revision[] = ["2026-07-28"],
): Runtime & { readonly seen: JsonRpcRequest[] } {
  const seen: JsonRpcRequest[] = [];
  return {
    revisions,
    seen,
    dispatch: async (request, context) => {
      seen.push(request);
      return (await answer(request, context)) as JsonRpcResponse;
    },
  };
}

const result = ({ id }: JsonRpcRequest, value: unknown = { content: [] }) => ({
  jsonrpc: "2.0",
  id,
  result: value,
});

describe("the revision", () => {
  test.each<
    [enabled: readonly Revision[], protocol: Revision | readonly Revision[] | undefined, spoken: Revision]
  >([
    [REVISIONS, undefined, "2026-07-28"],
    [REVISIONS, "2025-06-18", "2025-06-18"],
    [REVISIONS, ["2025-03-26", "2024-11-05"], "2025-03-26"],
    [["2024-11-05", "2025-11-25"], undefined, "2025-11-25"],
    [["2024-11-05"], undefined, "2024-11-05"],
    [["2026-07-28"], ["2025-11-25", "2026-07-28"], "2026-07-28"],
  ])("a runtime of %j with %j is spoken to in %s, without a probe", async (revisions, protocol, spoken) => {
    const server = testServer({ revisions, tools: { any: () => "ok" } });
    const { client } = await dial(server, "direct", { protocol });
    expect(client.session.protocolVersion).toBe(spoken);
    const methods = server.received.flatMap((message) => ("method" in message ? [message.method] : []));
    expect(methods).toEqual(eraOf(spoken) === "stateless" ? [] : ["initialize", "notifications/initialized"]);
    expect(await client.callTool("any")).toMatchObject({ content: [{ text: "ok" }] });
  });

  test.each<[enabled: readonly Revision[], protocol: Revision | undefined]>([
    [["2025-06-18"], "2026-07-28"],
    [["2026-07-28"], "2025-11-25"],
    [[], undefined],
  ])("a runtime of %j with %j is refused, and nothing is dispatched", async (revisions, protocol) => {
    const server = testServer({ revisions });
    const error = await failure(direct(server, { protocol }));
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_602,
      data: { requested: protocol === undefined ? REVISIONS : [protocol], supported: revisions },
    });
    expect(server.received).toEqual([]);
  });
});

describe("what crosses", () => {
  test("is JSON both ways: nothing is shared, and what JSON cannot say is gone", async () => {
    const given = { list: [1, undefined, Number.NaN], when: new Date(0), gone: undefined, fn: () => 1 };
    let seen: Record<string, unknown> = {};
    const answer = { content: [], kept: { deep: [1] }, gone: undefined };
    const server = runtime((request) => {
      seen = (request.params as { arguments: Record<string, unknown> }).arguments;
      return result(request, answer);
    });
    const client = await direct(server);
    const received = await client.callTool("any", given as never);
    expect(seen).toEqual({ list: [1, null, null], when: "1970-01-01T00:00:00.000Z" });
    expect(received).toEqual({ content: [], kept: { deep: [1] } });
    (seen["list"] as unknown[]).push("changed by the server");
    (received as { kept?: { deep: unknown[] } }).kept?.deep.push("changed by the client");
    expect(given.list).toHaveLength(3);
    expect(answer.kept.deep).toEqual([1]);
    await client.close();
  });

  test("notifications and server requests are copies, too", async () => {
    const params = { progressToken: 1, progress: 1, more: { deep: [1] } };
    const heard: unknown[] = [];
    const server = runtime((request, context) => {
      const { _meta } = request.params as { _meta: { progressToken: number } };
      context.notify({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { ...params, progressToken: _meta.progressToken },
      });
      return result(request);
    });
    const client = await direct(server);
    await client.callTool("any", {}, { onProgress: (progress) => heard.push(progress) });
    ((heard[0] as { more: { deep: unknown[] } }).more.deep as unknown[]).push("changed");
    expect(params.more.deep).toEqual([1]);
    await client.close();
  });

  test.each([
    ["a BigInt", () => ({ big: 1n })],
    [
      "a cycle",
      () => {
        const cycle: Record<string, unknown> = {};
        cycle["self"] = cycle;
        return cycle;
      },
    ],
  ])("%s among the arguments is the caller's TypeError, and nothing is dispatched", async (_name, make) => {
    const server = runtime((request) => result(request));
    const client = await direct(server);
    const error = await thrown(client.callTool("any", make() as never));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toMatch(/^tools\/call "any" cannot be written as JSON: /);
    expect(server.seen).toEqual([]);
    await client.close();
  });

  test("a value of the server that is no JSON is the server's failure", async () => {
    const client = await direct(runtime((request) => result(request, { content: [], big: 1n })));
    expect(await failure(client.callTool("any"))).toMatchObject({ kind: "server", code: -32_603 });
    await client.close();
  });
});

describe("`auth`", () => {
  test.each(ERAS)(
    "reaches handlers as it is, with each request and with the session (%s)",
    async (protocol) => {
      const auth = { user: "ada", token: () => "t" };
      const seen: unknown[] = [];
      const server = testServer({
        tools: {
          who: (_args, context) => {
            seen.push(context.auth, context.session.auth);
            return "";
          },
        },
      });
      const client = await direct(server, { protocol, auth });
      await client.callTool("who");
      expect(seen[0]).toBe(auth);
      expect(seen[1]).toBe(auth);
      await client.close();
    },
  );

  test("is undefined unless given, and no option of `connect`", async () => {
    const seen: unknown[] = [];
    const server = runtime((request, context) => {
      seen.push(context.auth);
      return result(request);
    });
    const client = await direct(server);
    await client.callTool("any");
    expect(seen).toEqual([undefined]);
    await client.close();
  });
});

describe("an answer that is none", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /is invalid: not an object but/],
    ["text", "hello", /not an object but a string/],
    ["no result and no error", { jsonrpc: "2.0", id: 1 }, /neither "method", "result" nor "error"/],
    ["no version", { id: 1, result: {} }, /"jsonrpc" is not "2.0"/],
    ["another id", { jsonrpc: "2.0", id: 999, result: {} }, /it answers another request/],
    ["an error without a code", { jsonrpc: "2.0", id: 1, error: {} }, /an error without a numeric "code"/],
    ["a request", { jsonrpc: "2.0", id: 1, method: "ping" }, /it answers another request/],
  ])("%s", async (_name, answer, text) => {
    const client = await direct(runtime(() => answer));
    const error = await failure(client.callTool("any"));
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_600,
      reason: { type: "invalid_message" },
      sent: "yes",
    });
    expect(error.message).toMatch(/^tools\/call "any" on the in-process server failed: the server's answer /);
    expect(error.message).toMatch(text);
    await client.close();
  });

  test("an error under any id, or none, is the answer of the request that was dispatched", async () => {
    for (const id of [1, null, undefined, "x"]) {
      const client = await direct(
        runtime(() => ({ jsonrpc: "2.0", id, error: { code: -32_000, message: "no" } })),
      );
      expect(await failure(client.callTool("any"))).toMatchObject({
        kind: "server",
        code: -32_000,
        message: "no",
      });
      await client.close();
    }
  });

  test("a runtime that throws or rejects answers -32603 with its words", async () => {
    for (const fail of [
      () => {
        throw new Error("no database");
      },
      () => Promise.reject(new Error("no database")),
    ]) {
      const client = await direct({ revisions: ["2026-07-28"], label: "shop", dispatch: fail });
      expect(await failure(client.callTool("any"))).toMatchObject({
        kind: "server",
        code: -32_603,
        message: "no database",
      });
      await client.close();
    }
  });
});

test("a runtime names itself in errors", async () => {
  const client = await direct({ revisions: ["2026-07-28"], label: "shop", dispatch: () => ({}) as never });
  expect((await failure(client.callTool("any"))).message).toContain('tools/call "any" on shop failed');
  await client.close();
});

test("what the runtime sends after its answer, or after the client gave up, reaches nobody", async () => {
  const heard: string[] = [];
  const contexts: RuntimeContext[] = [];
  const server = runtime((request, context) => {
    contexts.push(context);
    return (request.params as { name: string }).name === "slow"
      ? new Promise(() => undefined)
      : result(request);
  });
  const client = await direct(server, { onNotification: (method) => heard.push(method) });
  await client.callTool("any");
  const controller = new AbortController();
  const given = thrown(client.callTool("slow", {}, { signal: controller.signal }));
  controller.abort("enough");
  expect(await given).toBe("enough");
  for (const context of contexts) context.notify({ jsonrpc: "2.0", method: "com.example/late" });
  expect(heard).toEqual([]);
  expect(contexts[1]?.signal.aborted).toBe(true);
  contexts[0]?.session.notify({ jsonrpc: "2.0", method: "com.example/session" });
  expect(heard).toEqual(["com.example/session"]);
  await client.close();
  contexts[0]?.session.notify({ jsonrpc: "2.0", method: "com.example/session" });
  expect(heard).toHaveLength(1);
  expect(contexts[0]?.session.signal.aborted).toBe(true);
});

test("server requests of one client have ids of their own, each answered under its own", async () => {
  const ids = gate<readonly unknown[]>();
  const server = runtime(async (request, context) => {
    const answers = await Promise.all([
      context.request("ping"),
      context.session.request("ping"),
      context.request("com.example/x"),
    ]);
    ids.open(answers.map(({ id }) => id));
    return result(request);
  });
  const client = await direct(server);
  await client.callTool("any");
  expect(await ids.opened).toEqual(["server-1", "server-2", "server-3"]);
  await client.close();
});

test("a transport of it can be opened by `connect` as often as one likes", async () => {
  const transport = directTransport(testServer({ tools: { any: () => "ok" } }), undefined);
  const clients = [
    await connect(transport, recorder().options),
    await connect(transport, recorder().options),
  ];
  for (const client of clients) {
    expect(await client.callTool("any")).toMatchObject({ content: [{ text: "ok" }] });
    await client.close();
    expect((await failure(client.callTool("any"))).sent).toBe("no");
  }
  await manualClock().flush();
});

test.each([undefined, null, {}, () => undefined])("%s is no server", async (value) => {
  expect(await thrown(direct(value as unknown as Runtime))).toEqual(
    new TypeError("direct needs a Runtime: an object with a dispatch() method"),
  );
});
