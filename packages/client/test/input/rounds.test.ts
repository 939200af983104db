// @req input.match-first, input.order, input.retry, input.max-rounds, input.state-only, input.round-timeout
// @req input.round-progress, input.form, input.url, input.sampling, input.roots, rule.06, rule.07, rule.08, rule.09, rule.10
import { type JsonObject, META } from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, failure, open } from "../support/clients.ts";
import { SILENT } from "../support/raw-server.ts";
import { ANSWER, ASK, answering, DONE, inputRequired, roundServer } from "../support/rounds.ts";

const protocol = "2026-07-28";

test("answers every kind inside the call: a fresh id, the original params, exactly the answers", async () => {
  const server = roundServer(inputRequired(ASK, "state-1"), DONE);
  const { handlers, asked } = answering();
  const { client } = await open(server.transport, { protocol, inputHandlers: handlers });
  const args = { target: { env: "prod" } };
  expect(await client.callTool("deploy", args, { meta: { mine: 1 } })).toEqual(DONE);
  const [first, second, ...more] = server.requests("tools/call");
  expect(more).toEqual([]);
  expect([first?.id, second?.id]).toEqual([1, 2]);
  expect(second?.params).toEqual({
    ...first?.params,
    inputResponses: ANSWER,
    requestState: "state-1",
  });
  expect(first?.params).toMatchObject({ name: "deploy", arguments: args, _meta: { mine: 1 } });
  expect(asked).toEqual([
    ["form", ASK.form.params],
    ["roots", {}],
    ["sampling", ASK.sampling.params],
    ["url", ASK.url.params],
  ]);
});

test.each([
  ["tools/call", { name: "a", arguments: {} }],
  ["prompts/get", { name: "a" }],
  ["resources/read", { uri: "file:///a" }],
] as const)("works for %s", async (method, params) => {
  const server = roundServer(inputRequired({ q: ASK.form }), DONE);
  const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
  expect(await client.request(method as string, params as JsonObject)).toEqual(DONE);
  expect(server.requests(method)[1]?.params).toMatchObject({ ...params, inputResponses: { q: ANSWER.form } });
});

test("handlers run one at a time, in the sort order of the ids, which are texts", async () => {
  const ids = ["2", "10", "b", "a", "Z", "1", "é", ""];
  const order: string[] = [];
  let running = 0;
  const server = roundServer(
    inputRequired(
      Object.fromEntries(ids.map((id) => [id, { ...ASK.form, params: { ...ASK.form.params, message: id } }])),
    ),
    DONE,
  );
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: {
      form: async ({ message }) => {
        running += 1;
        expect(running).toBe(1);
        order.push(message);
        await Promise.resolve();
        running -= 1;
        return { action: "accept" };
      },
    },
  });
  await client.callTool("any");
  expect(order).toEqual([...ids].sort());
  expect(order.slice(0, 4)).toEqual(["", "1", "10", "2"]);
});

test("hostile ids are keys like any other, and answers do not pile up", async () => {
  const hostile = JSON.parse(
    `{"__proto__":${JSON.stringify(ASK.form)},"constructor":${JSON.stringify(ASK.url)},"hasOwnProperty":${JSON.stringify(ASK.form)}}`,
  );
  const server = roundServer(inputRequired(hostile, "1"), inputRequired({ toString: ASK.form }, "2"), DONE);
  const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
  await client.callTool("any");
  const [, second, third] = server.requests("tools/call");
  const answers = second?.params["inputResponses"] as JsonObject;
  expect(Object.keys(answers).sort()).toEqual(["__proto__", "constructor", "hasOwnProperty"]);
  expect(Object.getOwnPropertyDescriptor(answers, "__proto__")?.value).toEqual(ANSWER.form);
  expect(third?.params["inputResponses"]).toEqual({ toString: ANSWER.form });
  expect(({} as { action?: string }).action).toBeUndefined();
});

describe("requestState", () => {
  test.each(["", " padded ", '{"a":1}', "ümlaut \u0000 \ud83d\ude00", "x".repeat(100_000)])(
    "is sent back byte for byte",
    async (state) => {
      const server = roundServer(inputRequired({ q: ASK.form }, state), DONE);
      const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
      await client.callTool("any");
      expect(server.requests("tools/call")[1]?.params["requestState"]).toBe(state);
    },
  );

  test("is that of the last result only: none is sent when it had none", async () => {
    const results = [
      inputRequired({ q: ASK.form }, "one"),
      inputRequired({ q: ASK.form }),
      inputRequired({ q: ASK.form }, null),
    ];
    const server = roundServer(...results, DONE);
    const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
    await client.callTool("any");
    const states = server.requests("tools/call").map(({ params }) => params["requestState"]);
    expect(states).toEqual([undefined, "one", undefined, undefined]);
    expect(server.requests("tools/call")[2]?.params).not.toHaveProperty("requestState");
  });

  test.each([undefined, {}, null])(
    "alone is sent again after 250 ms without answers (%j)",
    async (requests) => {
      const clock = manualClock();
      const server = roundServer(inputRequired(requests, "wait"), DONE);
      const { client } = await open(server.transport, {
        protocol,
        clock,
        inputHandlers: answering().handlers,
      });
      const call = client.callTool("any");
      await server.arrived("tools/call");
      await clock.advance(249);
      expect(server.requests("tools/call")).toHaveLength(1);
      await clock.advance(1);
      expect(await call).toEqual(DONE);
      const params = server.requests("tools/call")[1]?.params;
      expect(params).toMatchObject({ requestState: "wait" });
      expect(params).not.toHaveProperty("inputResponses");
      expect(clock.pending).toBe(0);
    },
  );

  test("alone counts as a round", async () => {
    const clock = manualClock();
    const server = roundServer(inputRequired(undefined, "wait"));
    const { client } = await open(server.transport, { protocol, clock, inputHandlers: answering().handlers });
    const failing = failure(client.callTool("any", {}, { maxInputRounds: 3 }));
    await clock.flush();
    for (let round = 0; round < 3; round += 1) await clock.advance(250);
    expect((await failing).reason).toMatchObject({ type: "max_input_rounds", limit: 3 });
    expect(server.requests("tools/call")).toHaveLength(4);
  });
});

describe("maxInputRounds", () => {
  const endless = () => roundServer(inputRequired({ q: ASK.form }, "again"));

  test.each<[client: number | undefined, call: number | undefined, limit: number]>([
    [undefined, undefined, 10],
    [2, undefined, 2],
    [2, 5, 5],
    [undefined, 0, 0],
    [0, undefined, 0],
  ])("a client's of %s and a call's of %s answers %i results", async (ofClient, ofCall, limit) => {
    const server = endless();
    const { handlers, asked } = answering();
    const { client } = await open(server.transport, {
      protocol,
      inputHandlers: handlers,
      maxInputRounds: ofClient,
    });
    const error = await failure(client.callTool("deploy", {}, { maxInputRounds: ofCall }));
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      data: { maxInputRounds: limit },
      reason: { type: "max_input_rounds", limit, result: inputRequired({ q: ASK.form }, "again") },
      sent: "yes",
    });
    expect(error.message).toBe(
      `tools/call "deploy" on raw-server failed: the server still asks for input after ${limit} rounds; raise maxInputRounds if that is right`,
    );
    expect(server.requests("tools/call")).toHaveLength(limit + 1);
    expect(asked).toHaveLength(limit);
  });

  test("that is exactly enough is enough", async () => {
    const ask = inputRequired({ q: ASK.form });
    const { client } = await open(roundServer(ask, ask, DONE).transport, {
      protocol,
      inputHandlers: answering().handlers,
      maxInputRounds: 2,
    });
    expect(await client.callTool("any")).toEqual(DONE);
  });
});

test("each round has its own timeout, which a handler's time does not count against", async () => {
  const clock = manualClock();
  const ask = inputRequired({ q: ASK.form });
  const server = roundServer(ask, ask, () => SILENT);
  const { client } = await open(server.transport, {
    protocol,
    clock,
    timeout: 100,
    inputHandlers: {
      form: async () => {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 5000));
        return { action: "accept" };
      },
    },
  });
  const failing = failure(client.callTool("any"));
  await server.arrived("tools/call");
  await clock.advance(10_000);
  expect(server.requests("tools/call")).toHaveLength(3);
  await clock.advance(99);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  expect((await failing).reason).toMatchObject({ type: "timeout", timeoutMs: 100 });
});

test("progress is delivered in every round, under the token of its request", async () => {
  const seen: number[] = [];
  const server = testServer({
    tools: {
      deploy: async (_args, context) => {
        context.progress(1);
        await context.input({ a: ASK.form });
        context.progress(2);
        await context.input({ b: ASK.roots });
        context.progress(3);
        return "deployed";
      },
    },
  });
  const { client } = await dial(server, "pipe", { protocol, inputHandlers: answering().handlers });
  await client.callTool("deploy", {}, { onProgress: ({ progress }) => seen.push(progress) });
  expect(seen).toEqual([1, 1, 2, 1, 2, 3]);
  const calls = server.received.filter((message) => "method" in message && message.method === "tools/call");
  for (const message of calls) {
    const { id, params } = message as { id: number; params: JsonObject };
    expect((params["_meta"] as JsonObject)[META.progressToken]).toBe(id);
  }
});

test("a refused elicitation is an answer", async () => {
  const server = roundServer(inputRequired({ a: ASK.form, b: ASK.url }), DONE);
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: { form: () => ({ action: "decline" }), url: () => ({ action: "cancel" }) },
  });
  await client.callTool("any");
  expect(server.requests("tools/call")[1]?.params["inputResponses"]).toEqual({
    a: { action: "decline" },
    b: { action: "cancel" },
  });
});

test.each(["direct", "pipe"] as const)("a flow of several rounds works over %s", async (over) => {
  const server = testServer({
    tools: {
      deploy: async (_args, context) => {
        const { who } = await context.input({ who: ASK.form });
        const { roots } = await context.input({ roots: ASK.roots });
        return JSON.stringify([who, roots]);
      },
    },
  });
  const { client } = await dial(server, over, { protocol, inputHandlers: answering().handlers });
  const { content } = await client.callTool("deploy");
  expect(JSON.parse((content[0] as { text: string }).text)).toEqual([ANSWER.form, ANSWER.roots]);
});
