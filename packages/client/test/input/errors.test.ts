// The rows of the guide's table, and what each error carries.
// @req input.no-handlers, input.no-handler-for, input.unknown-method, input.handler-failed, input.handler-response
// @req input.malformed, input.carries-result, input.match-first, rule.10
import type { JsonObject } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import type { InputHandlers } from "../../src/index.ts";
import { failure, open } from "../support/clients.ts";
import { ASK, answering, inputRequired, roundServer } from "../support/rounds.ts";

const protocol = "2026-07-28";

async function asked(result: JsonObject, inputHandlers?: InputHandlers) {
  const server = roundServer(result);
  const { client } = await open(server.transport, { protocol, inputHandlers });
  const error = await failure(client.callTool("deploy"));
  expect(error.sent).toBe("yes");
  expect(error.message).toMatch(/^tools\/call "deploy" on raw-server /);
  expect(server.requests("tools/call")).toHaveLength(1);
  return error;
}

test("without handlers the call says what is asked, and carries the result", async () => {
  const result = inputRequired({ q: ASK.form }, "s");
  const error = await asked(result);
  expect(error).toMatchObject({
    kind: "protocol",
    code: -32_602,
    reason: { type: "input_required", result },
  });
  expect(error.message).toContain(
    "answer reason.result with inputResponses and requestState, or install handlers",
  );
});

describe("a question nobody answers", () => {
  test.each([
    [
      "a kind without a handler",
      { a: ASK.form, b: ASK.sampling },
      "sampling",
      "the server asks for sampling, and",
    ],
    [
      "a method it does not know",
      { a: ASK.form, b: { method: "com.example/ask" } },
      "com.example/ask",
      "com.example/ask",
    ],
    ["no method", { a: ASK.form, b: {} }, undefined, "something without a method"],
    ["no object", { a: ASK.form, b: null }, undefined, "something without a method"],
    [
      "a very long method",
      { b: { method: "m".repeat(3000) } },
      "m".repeat(3000),
      `${"m".repeat(80)}… (3000 characters)`,
    ],
  ])("%s: no handler has run", async (_name, requests, kind, text) => {
    const { handlers, asked: ran } = answering();
    const result = inputRequired(requests, "s");
    const error = await asked(result, { form: handlers.form });
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_602,
      reason: { type: "no_input_handler", kind, result },
    });
    expect(error.message).toContain(text);
    expect(error.message.length).toBeLessThan(400);
    expect(ran).toEqual([]);
  });
});

describe("a result that cannot be answered", () => {
  test.each([
    [
      "nothing to answer and no state",
      inputRequired(undefined),
      "it has nothing to answer and no requestState",
    ],
    ["empty requests and no state", inputRequired({}), "it has nothing to answer and no requestState"],
    ["null for both", inputRequired(null, null), "it has nothing to answer and no requestState"],
    ["requests that are a list", inputRequired([ASK.form]), "its inputRequests are not an object"],
    ["requests that are text", inputRequired("form"), "its inputRequests are not an object"],
    ["a state that is a number", inputRequired({ q: ASK.form }, 7), "its requestState is not a string"],
    ["a state that is an object", inputRequired(undefined, {}), "its requestState is not a string"],
    [
      "params that are a list",
      inputRequired({ a: ASK.form, b: { ...ASK.form, params: [] } }),
      "are not an object",
    ],
    [
      "a form without a schema",
      inputRequired({ a: ASK.roots, b: { ...ASK.form, params: { message: "m" } } }),
      "lack requestedSchema",
    ],
    [
      "a URL question without a URL",
      inputRequired({ q: { ...ASK.url, params: { mode: "url", message: "m" } } }),
      "lack url",
    ],
    [
      "sampling without params",
      inputRequired({ q: { method: "sampling/createMessage" } }),
      "are not an object",
    ],
  ])("%s: no handler has run", async (_name, result, problem) => {
    const { handlers, asked: ran } = answering();
    const error = await asked(result, handlers);
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      reason: { type: "malformed_input_request", problem: expect.stringContaining(problem), result },
    });
    expect(error.message).toContain("the server's input_required result is malformed: ");
    expect(ran).toEqual([]);
  });
});

describe("a handler", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("window closed");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("window closed");
      },
    ],
  ])("that %s", async (_name, form) => {
    const result = inputRequired({ "first id": ASK.form, second: ASK.form }, "s");
    const error = await asked(result, { form });
    expect(error).toMatchObject({
      kind: "execution",
      code: -32_603,
      cause: { message: "window closed" },
      reason: {
        type: "input_handler",
        id: "first id",
        problem: { type: "threw", error: error.cause },
        result,
      },
    });
    expect(error.message).toBe(
      'tools/call "deploy" on raw-server failed: the input handler for "first id" threw: window closed',
    );
  });

  test.each<[string, unknown, keyof typeof ASK]>([
    ["undefined", undefined, "form"],
    ["an unknown action", { action: "yes" }, "form"],
    ["content that is a list", { action: "accept", content: [] }, "url"],
    ["a message without a model", { role: "assistant", content: { type: "text", text: "" } }, "sampling"],
    ["a root that is no file", { roots: [{ uri: "https://example.com" }] }, "roots"],
  ])("that returns %s", async (_name, response, kind) => {
    const result = inputRequired({ q: ASK[kind] });
    const error = await asked(result, { [kind]: () => response });
    expect(error).toMatchObject({
      kind: "execution",
      code: -32_603,
      reason: { type: "input_handler", id: "q", problem: { type: "invalid_response", response }, result },
    });
    expect(error.message).toContain(`the input handler for "q" returned no valid ${kind} result`);
  });

  test("that throws something unprintable still gives one line", async () => {
    const error = await asked(inputRequired({ ["id\nwith\u0000lines"]: ASK.form }), {
      form: () => {
        throw Object.create(null);
      },
    });
    expect(error.message).toContain(
      'the input handler for "id with lines" threw: an unprintable value was thrown',
    );
  });

  test("of a later question does not run when an earlier one failed", async () => {
    const { handlers, asked: ran } = answering();
    await asked(inputRequired({ a: ASK.form, b: ASK.roots }), {
      ...handlers,
      form: () => {
        throw new Error("no");
      },
    });
    expect(ran).toEqual([]);
  });
});

test("the flow can be finished by hand from what an error carries", async () => {
  const done = { resultType: "complete", content: [] };
  const server = roundServer(inputRequired({ q: ASK.sampling }, "state"), done);
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: { form: answering().handlers.form },
  });
  const { reason } = await failure(client.callTool("deploy", { a: 1 }));
  const { requestState } = (reason as { result: { requestState: string } }).result;
  const inputResponses = { q: { role: "assistant", model: "m", content: { type: "text", text: "x" } } };
  expect(await client.callTool("deploy", { a: 1 }, { inputResponses, requestState })).toEqual(done);
  expect(server.requests("tools/call")[1]?.params).toMatchObject({
    name: "deploy",
    arguments: { a: 1 },
    inputResponses,
    requestState: "state",
  });
});
