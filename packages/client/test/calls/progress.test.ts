// @req progress.token, progress.before-result, progress.direct, stdio.cancels, custom.no-progress
import type { Progress } from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, ERAS, gate, MATRIX, open, thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

const counting = () =>
  testServer({
    tools: {
      count: ({ to }, context) => {
        for (let step = 1; step <= Number(to); step += 1) context.progress(step, Number(to), `step ${step}`);
        return "counted";
      },
      plain: (_args, context) => {
        context.progress(0.5);
        return "";
      },
    },
  });

describe.each(MATRIX)("%s over %s", (protocol, over) => {
  test("each notification's params arrive in order and before the call resolves", async () => {
    const seen: Progress[] = [];
    const { client } = await dial(counting(), over, { protocol });
    await client.callTool("count", { to: 1000 }, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toHaveLength(1000);
    expect(seen.map(({ progress }) => progress)).toEqual(Array.from({ length: 1000 }, (_none, at) => at + 1));
    expect(seen[6]).toEqual({
      progressToken: expect.any(Number),
      progress: 7,
      total: 1000,
      message: "step 7",
    });
  });

  test("optional fields are absent when the server sent none", async () => {
    const seen: Progress[] = [];
    const { client } = await dial(counting(), over, { protocol });
    await client.callTool("plain", {}, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progressToken: expect.any(Number), progress: 0.5 }]);
  });

  test("calls at the same time each get their own", async () => {
    const { client } = await dial(counting(), over, { protocol });
    const counts = await Promise.all(
      [3, 0, 7].map(async (to) => {
        let seen = 0;
        await client.callTool("count", { to }, { onProgress: () => (seen += 1) });
        return seen;
      }),
    );
    expect(counts).toEqual([3, 0, 7]);
  });

  test("a callback that throws ends the call with that, and the handler is told", async () => {
    const boom = new Error("no more");
    const aborted: AbortSignal[] = [];
    const server = testServer({
      tools: {
        work: (_args, context) => {
          aborted.push(context.signal);
          context.progress(1);
          context.progress(2);
          return new Promise(() => undefined);
        },
      },
    });
    const { client } = await dial(server, over, { protocol });
    let calls = 0;
    const failing = client.callTool(
      "work",
      {},
      {
        onProgress: () => {
          calls += 1;
          throw boom;
        },
      },
    );
    expect(await thrown(failing)).toBe(boom);
    await manualClock().flush();
    expect(calls).toBe(1);
    expect(aborted[0]?.aborted).toBe(true);
  });

  test("a callback whose promise rejects does, too; after the answer that is reported", async () => {
    const boom = new Error("no more");
    const server = testServer({
      tools: {
        work: (_args, context) => {
          context.progress(1);
          return new Promise(() => undefined);
        },
        quick: (_args, context) => {
          context.progress(1);
          return "done";
        },
      },
    });
    const { client, codes } = await dial(server, over, { protocol });
    const failing = client.callTool("work", {}, { onProgress: () => Promise.reject(boom) });
    expect(await thrown(failing)).toBe(boom);
    const late = gate();
    await client.callTool("quick", {}, { onProgress: () => late.opened.then(() => Promise.reject(boom)) });
    late.open();
    await expect.poll(codes).toEqual(["callback_failed"]);
  });
});

describe.each(ERAS)("%s", (protocol) => {
  test("without a callback no token is sent, and the server says nothing", async () => {
    const { client, diagnostics } = await dial(counting(), "pipe", { protocol });
    await client.callTool("count", { to: 3 });
    expect(diagnostics).toEqual([]);
  });

  test("progress and the answer in one turn are delivered in that order", async () => {
    const order: unknown[] = [];
    const server = rawServer({ methods: { "tools/call": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const call = client
      .callTool("any", {}, { onProgress: ({ progress }) => order.push(progress) })
      .then(() => order.push("resolved"));
    const { id } = await server.arrived("tools/call");
    const notify = (progress: number) => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: id, progress },
    });
    server.send(notify(1), notify(2), { jsonrpc: "2.0", id, result: { content: [] } }, notify(3));
    await call;
    expect(order).toEqual([1, 2, "resolved"]);
  });

  test.each([
    ["an unknown token", { progressToken: 999, progress: 1 }],
    ["a token of another type", { progressToken: "1", progress: 1 }],
    ["no token", { progress: 1 }],
    ["a null token", { progressToken: null, progress: 1 }],
    ["no params", undefined],
  ])("progress under %s is a debug line and nothing more", async (_name, params) => {
    const seen: unknown[] = [];
    const server = rawServer({ methods: { "tools/call": () => SILENT } });
    const { client, diagnostics } = await open(server.transport, { protocol });
    const call = client.callTool("any", {}, { onProgress: (progress) => seen.push(progress) });
    const { id } = await server.arrived("tools/call");
    server.send({ jsonrpc: "2.0", method: "notifications/progress", params });
    server.reply(id, { content: [] });
    await call;
    expect(seen).toEqual([]);
    expect(diagnostics).toMatchObject([{ level: "debug", code: "stray_progress" }]);
  });

  test("a token that the caller sets belongs to the caller: nothing is delivered twice", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.callTool("any", {}, { meta: { progressToken: "mine" } });
    expect(server.requests("tools/call")[0]?.params["_meta"]).toMatchObject({ progressToken: "mine" });
  });

  test("progress that does not increase, or is odd, is handed on as it is", async () => {
    const seen: unknown[] = [];
    const server = rawServer({ methods: { "tools/call": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const call = client.callTool("any", {}, { onProgress: (progress) => seen.push(progress) });
    const { id } = await server.arrived("tools/call");
    for (const progress of [3, 3, 1, "half", null]) {
      server.send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: id, progress },
      });
    }
    server.reply(id, { content: [] });
    await call;
    expect(seen.map((entry) => (entry as Progress).progress)).toEqual([3, 3, 1, "half", null]);
  });
});

test("a transport that carries no notifications delivers no progress, and the call works", async () => {
  const server = rawServer({
    adapt: (connection) => ({
      send: (request, exchange) =>
        connection.send(request, {
          ...exchange,
          routing: exchange.routing,
          notification: () => undefined,
          request: async () => undefined,
        }),
      close: () => connection.close(),
    }),
    methods: {
      "tools/call": ({ id }, self) => {
        self.send({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: id, progress: 1 },
        });
        return { content: [] };
      },
    },
  });
  const seen: unknown[] = [];
  const { client } = await open(server.transport);
  await client.callTool("any", {}, { onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([]);
});
