import type { JsonObject } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { manualClock, RpcFault, testServer } from "../../src/index.ts";
import { deferred } from "../support/deferred.ts";
import { ask, dial, refusal } from "../support/dial.ts";
import { sampleServer } from "../support/sample-server.ts";

describe("a tool", () => {
  test("may return a text, a result or nothing", async () => {
    const peer = await dial(
      testServer({
        tools: {
          text: () => "t",
          result: () => ({ content: [], structuredContent: 0 }),
          nothing: () => undefined,
          bare: {},
        },
      }),
    );
    expect(await ask(peer, "tools/call", { name: "text" })).toMatchObject({
      content: [{ type: "text", text: "t" }],
    });
    expect(await ask(peer, "tools/call", { name: "result" })).toMatchObject({ structuredContent: 0 });
    expect(await ask(peer, "tools/call", { name: "nothing" })).toMatchObject({ content: [] });
    expect(await ask(peer, "tools/call", { name: "bare" })).toMatchObject({ content: [] });
  });

  test("that throws reports its own failure; a fault is the request's", async () => {
    const peer = await dial(
      testServer({
        tools: {
          own: () => {
            throw new Error("no luck");
          },
          fault: () => {
            throw new RpcFault(-31000, "refused", { why: 1 });
          },
        },
      }),
    );
    expect(await ask(peer, "tools/call", { name: "own" })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "no luck" }],
    });
    expect(await refusal(peer, "tools/call", { name: "fault" })).toEqual({
      code: -31000,
      message: "refused",
      data: { why: 1 },
    });
  });

  test("sees who calls and what was said about the call", async () => {
    const seen = deferred<JsonObject>();
    const server = testServer({
      tools: {
        look: (_args, { auth, revision, era, clientCapabilities, meta }) => {
          seen.resolve({ auth, revision, era, clientCapabilities, token: meta["progressToken"] });
          return "";
        },
      },
    });
    await ask(await dial(server, "2026-07-28", "ada"), "tools/call", { name: "look" });
    expect(await seen.promise).toEqual({
      auth: "ada",
      revision: "2026-07-28",
      era: "stateless",
      clientCapabilities: { roots: {} },
      token: 1,
    });
  });
});

describe("logging", () => {
  const server = testServer({
    tools: {
      chat: (_args, context) => {
        context.log("debug", "d");
        context.log("warning", { w: 1 }, "me");
        return "";
      },
    },
  });
  const logs = async (revision: "2026-07-28" | "2025-11-25", level?: string): Promise<unknown[]> => {
    const peer = await dial(server, revision);
    if (revision === "2025-11-25" && level !== undefined) await ask(peer, "logging/setLevel", { level });
    const meta = level === undefined ? {} : { "io.modelcontextprotocol/logLevel": level };
    const base = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const call = peer.request("tools/call", {
      name: "chat",
      ...(revision === "2026-07-28" ? { _meta: { ...base, ...meta } } : {}),
    });
    await call.response;
    return [...call.notifications, ...peer.strays].map(({ params }) => params);
  };

  test("is silent on 2026-07-28 unless a request asks for it", async () => {
    expect(await logs("2026-07-28")).toEqual([]);
    expect(await logs("2026-07-28", "info")).toEqual([{ level: "warning", data: { w: 1 }, logger: "me" }]);
  });

  test("follows logging/setLevel before", async () => {
    expect(await logs("2025-11-25")).toHaveLength(2);
    expect(await logs("2025-11-25", "warning")).toHaveLength(1);
  });

  test("refuses levels that do not exist", async () => {
    const peer = await dial(server, "2025-11-25");
    expect(await refusal(peer, "logging/setLevel", { level: "loud" })).toMatchObject({ code: -32602 });
  });
});

describe("input", () => {
  const questions = { who: { method: "elicitation/create", params: { message: "?", requestedSchema: {} } } };
  const server = testServer({
    tools: {
      twice: async (_args, context) => {
        const first = await context.input(questions);
        const second = await context.input({ what: questions.who });
        return JSON.stringify([first, second]);
      },
      later: async (_args, context) => {
        await context.input({});
        return "at last";
      },
    },
  });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const answer = (name: string): JsonObject => ({ action: "accept", content: { name } });

  test("is asked in rounds on 2026-07-28, with nothing kept between them", async () => {
    const first = await ask(await dial(server), "tools/call", { name: "twice", _meta });
    expect(first).toMatchObject({ resultType: "input_required", inputRequests: questions });
    const second = await ask(await dial(server), "tools/call", {
      name: "twice",
      _meta,
      inputResponses: { who: answer("Ada") },
      requestState: first["requestState"],
    });
    expect(second).toMatchObject({ resultType: "input_required", inputRequests: { what: questions.who } });
    const last = await ask(await dial(server), "tools/call", {
      name: "twice",
      _meta,
      inputResponses: { what: answer("Bob") },
      requestState: second["requestState"],
    });
    const text = JSON.stringify([{ who: answer("Ada") }, { what: answer("Bob") }]);
    expect(last).toMatchObject({ resultType: "complete", content: [{ text }] });
  });

  test("that was not answered is asked again", async () => {
    const peer = await dial(server);
    const again = await ask(peer, "tools/call", {
      name: "twice",
      _meta,
      inputResponses: {},
      requestState: btoa("[]"),
    });
    expect(again).toMatchObject({ resultType: "input_required", inputRequests: questions });
  });

  test("may be nothing but a retry", async () => {
    const peer = await dial(server);
    const first = await ask(peer, "tools/call", { name: "later", _meta });
    expect(first).not.toHaveProperty("inputRequests");
    const last = await ask(peer, "tools/call", { name: "later", _meta, requestState: first["requestState"] });
    expect(last).toMatchObject({ content: [{ text: "at last" }] });
  });

  test.each(["nonsense", btoa("{}"), btoa("[1]")])("with the state %j is refused", async (requestState) => {
    const peer = await dial(server);
    expect(await refusal(peer, "tools/call", { name: "twice", _meta, requestState })).toMatchObject({
      code: -32602,
    });
  });

  test("is a request of its own before 2026-07-28", async () => {
    const peer = await dial(sampleServer(), "2025-11-25");
    expect(await refusal(peer, "tools/call", { name: "greet" })).toMatchObject({
      code: -32603,
      message: "The client did not declare what elicitation/create needs",
    });
    const roots = testServer({
      tools: {
        roots: async (_args, context) => JSON.stringify(await context.input({ r: { method: "roots/list" } })),
      },
    });
    const rooted = await dial(roots, "2025-11-25");
    rooted.onRequest = ({ method }) => ({ result: { roots: [], method } });
    expect(await ask(rooted, "tools/call", { name: "roots" })).toEqual({
      content: [{ type: "text", text: '{"r":{"roots":[],"method":"roots/list"}}' }],
    });
    rooted.onRequest = () => ({ error: { code: -1, message: "rejected", data: 7 } });
    expect(await refusal(rooted, "tools/call", { name: "roots" })).toEqual({
      code: -1,
      message: "rejected",
      data: 7,
    });
  });
});

describe("time", () => {
  test("delays are measured by the server's clock", async () => {
    const clock = manualClock();
    const server = testServer({ tools: { slow: { delay: 50, handler: () => "s" } }, delay: 100 }, { clock });
    const peer = await dial(server);
    const order: string[] = [];
    const call = ask(peer, "tools/call", { name: "slow" }).then(() => order.push("answered"));
    await clock.advance(149);
    order.push("149 ms");
    await clock.advance(1);
    await call;
    expect(order).toEqual(["149 ms", "answered"]);
  });

  test("a delay ends when the client gives up", async () => {
    const clock = manualClock();
    const peer = await dial(testServer({ tools: { slow: { delay: 50 } } }, { clock }));
    const call = peer.call("slow");
    await clock.flush();
    expect(clock.pending).toBe(1);
    call.cancel("enough");
    await clock.flush();
    expect(clock.pending).toBe(0);
  });
});

describe("obstacles", () => {
  test("the next requests can be made to fail", async () => {
    const server = sampleServer();
    const peer = await dial(server);
    server.failNext("tools/list", new RpcFault(-32603, "down"), 2);
    expect(await refusal(peer, "tools/list")).toMatchObject({ message: "down" });
    expect(await refusal(peer, "tools/list")).toMatchObject({ message: "down" });
    expect(await ask(peer, "tools/list")).toHaveProperty("tools");
  });

  test("every request can be made to fail", async () => {
    const server = testServer({
      tools: {},
      fail: ({ method }) => {
        if (method === "tools/list") throw new RpcFault(-32603, "never");
      },
    });
    expect(await refusal(await dial(server), "tools/list")).toMatchObject({ message: "never" });
  });

  test("requests can be held", async () => {
    const server = sampleServer();
    const peer = await dial(server);
    const hold = server.hold("tools/call");
    const call = peer.call("echo", { text: "x" });
    expect(await ask(peer, "tools/list")).toHaveProperty("tools");
    expect(hold.waiting).toBe(1);
    hold.release();
    expect(await call.response).toHaveProperty("result");
    expect(hold.waiting).toBe(0);
    expect(await ask(peer, "tools/call", { name: "echo" })).toHaveProperty("content");
  });
});

test("parts can be replaced while it runs, and the client told", async () => {
  const server = sampleServer();
  const peer = await dial(server, "2025-11-25");
  server.define({ tools: { only: () => "" } });
  server.announce.toolsChanged();
  await peer.stray();
  expect(peer.strays).toMatchObject([{ method: "notifications/tools/list_changed" }]);
  expect(await ask(peer, "tools/list")).toMatchObject({ tools: [{ name: "only" }] });
});

test("what arrived is kept, in order", async () => {
  const server = sampleServer();
  const peer = await dial(server, "2025-11-25");
  await ask(peer, "ping");
  expect(server.received.map((message) => "method" in message && message.method)).toEqual([
    "initialize",
    "notifications/initialized",
    "ping",
  ]);
});
