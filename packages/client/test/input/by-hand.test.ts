// @req input.by-hand, input.answer-input, input.no-handlers
import { describe, expect, test } from "vitest";
import { failure, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { ANSWER, ASK, answering, DONE, inputRequired, roundServer } from "../support/rounds.ts";

const protocol = "2026-07-28";

describe("answerInput: false", () => {
  test.each([
    ["with handlers", answering().handlers],
    ["without", undefined],
  ])("resolves with the result that asks, %s", async (_name, inputHandlers) => {
    const result = inputRequired({ q: ASK.form }, "s");
    const server = roundServer(result, DONE);
    const { client } = await open(server.transport, { protocol, inputHandlers });
    const first = await client.callTool("deploy", {}, { answerInput: false });
    expect(first).toEqual(result);
    if (first.resultType !== "input_required") throw new Error("told apart by resultType");
    const { requestState } = first as { requestState?: string };
    expect(await client.callTool("deploy", {}, { inputResponses: { q: ANSWER.form }, requestState })).toEqual(
      DONE,
    );
    expect(server.requests("tools/call").map(({ id }) => id)).toEqual([1, 2]);
  });

  test("leaves even a malformed one to the caller", async () => {
    const result = inputRequired(undefined);
    const { client } = await open(roundServer(result).transport, {
      protocol,
      inputHandlers: answering().handlers,
    });
    expect(await client.callTool("deploy", {}, { answerInput: false })).toEqual(result);
  });

  test.each(["readResource", "getPrompt"] as const)("works for %s", async (verb) => {
    const result = inputRequired({ q: ASK.form });
    const { client } = await open(roundServer(result).transport, { protocol });
    const call =
      verb === "readResource"
        ? client.readResource("file:///a", { answerInput: false })
        : client.getPrompt("a", {}, { answerInput: false });
    expect(await call).toEqual(result);
  });

  test("is sent with answers by hand until the flow is complete", async () => {
    const second = inputRequired({ r: ASK.url }, "s2");
    const server = roundServer(second, DONE);
    const { client } = await open(server.transport, { protocol });
    const options = { answerInput: false, inputResponses: { q: ANSWER.form }, requestState: "s1" } as const;
    expect(await client.callTool("deploy", { a: 1 }, options)).toEqual(second);
    expect(server.requests("tools/call")[0]?.params).toMatchObject({
      arguments: { a: 1 },
      inputResponses: { q: ANSWER.form },
      requestState: "s1",
    });
  });
});

test("answers by hand belong to one request: later rounds carry their own", async () => {
  const server = roundServer(inputRequired({ r: ASK.url }, "s2"), DONE);
  const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
  await client.callTool("deploy", {}, { inputResponses: { q: ANSWER.form }, requestState: "s1" });
  const [first, second] = server.requests("tools/call");
  expect(first?.params).toMatchObject({ inputResponses: { q: ANSWER.form }, requestState: "s1" });
  expect(second?.params["inputResponses"]).toEqual({ r: ANSWER.url });
  expect(second?.params["requestState"]).toBe("s2");
});

test("hostile ids of answers by hand are sent as they are", async () => {
  const server = roundServer(DONE);
  const { client } = await open(server.transport, { protocol });
  const inputResponses = JSON.parse('{"__proto__":{"action":"accept"},"constructor":{"action":"decline"}}');
  await client.callTool("deploy", {}, { inputResponses });
  expect(Object.keys(server.requests("tools/call")[0]?.params["inputResponses"] as object)).toEqual([
    "__proto__",
    "constructor",
  ]);
});

describe("`client.answerInput`, for questions that come another way", () => {
  const result = { inputRequests: { b: ASK.roots, a: ASK.form } };

  test("runs the handlers and gives their answers", async () => {
    const { handlers, asked } = answering();
    const { client } = await open(rawServer().transport, { protocol, inputHandlers: handlers });
    expect(await client.answerInput(result)).toEqual({ a: ANSWER.form, b: ANSWER.roots });
    expect(asked.map(([kind]) => kind)).toEqual(["form", "roots"]);
  });

  test("fails as a round does", async () => {
    const { client } = await open(rawServer().transport, {
      protocol,
      inputHandlers: { form: answering().handlers.form },
    });
    const error = await failure(client.answerInput(result, { request: { method: "tasks/get" } }));
    expect(error.reason).toMatchObject({ type: "no_input_handler", kind: "roots" });
    expect(error.message).toContain("tasks/get on raw-server failed");
    const { client: bare } = await open(rawServer().transport, { protocol });
    expect((await failure(bare.answerInput(result))).reason.type).toBe("input_required");
  });

  test("stops for its signal, and after the client was closed", async () => {
    const { client } = await open(rawServer().transport, { protocol, inputHandlers: answering().handlers });
    const reason = new Error("enough");
    expect(await thrown(client.answerInput(result, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    await client.close();
    expect((await failure(client.answerInput(result))).reason.type).toBe("closed");
  });
});
