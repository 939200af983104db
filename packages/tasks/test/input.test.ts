import type { InputHandlers } from "@snodo/client";
import type { FormElicitation, JsonObject } from "@snodo/protocol";
import { RpcFault } from "@snodo/testing";
import { expect, test } from "vitest";
import { taskHandle } from "../src/index.ts";
import { DONE, failure, ID, type Scene, scene, started, state } from "./support/task-server.ts";

/** A question for a form. */
function question(message: string): JsonObject {
  return {
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema: { type: "object" } },
  };
}

function asking(inputRequests: JsonObject): JsonObject {
  return state("input_required", { inputRequests });
}

/** Handlers that accept with the question as the answer, and what they were asked. */
function recorder(): { readonly handlers: InputHandlers; readonly asked: string[] } {
  const asked: string[] = [];
  const form = ({ message }: FormElicitation) => {
    asked.push(message);
    return { action: "accept", content: { answer: message } } as const;
  };
  return { asked, handlers: { form } };
}

const accept = (answer: string): JsonObject => ({ action: "accept", content: { answer } });

/** Lets so many poll intervals pass. */
async function polls(set: Scene, count: number): Promise<void> {
  await set.clock.advance(count * 5000);
}

test("the client's input handlers answer, each question once however often it reappears", async () => {
  const { asked, handlers } = recorder();
  const both = asking({ name: question("name?"), city: question("city?") });
  const set = await scene({
    states: [both, both, asking({ city: question("city?") }), state("working"), DONE],
    options: { inputHandlers: handlers },
  });
  const waiting = (await started(set)).wait();
  await polls(set, 5);
  expect(await waiting).toEqual({ content: [{ type: "text", text: "done" }] });
  // In the sort order of the ids, as in the rounds of a call.
  expect(asked).toEqual(["city?", "name?"]);
  expect(set.sent("tasks/update")).toMatchObject([
    { taskId: ID, inputResponses: { name: accept("name?"), city: accept("city?") } },
  ]);
});

test("questions that come later are answered in an update of their own", async () => {
  const { asked, handlers } = recorder();
  const set = await scene({
    states: [asking({ a: question("a?") }), asking({ a: question("a?"), b: question("b?") }), DONE],
    options: { inputHandlers: handlers },
  });
  const waiting = (await started(set)).wait();
  await polls(set, 3);
  await waiting;
  expect(asked).toEqual(["a?", "b?"]);
  expect(set.sent("tasks/update").map(({ inputResponses }) => inputResponses)).toEqual([
    { a: accept("a?") },
    { b: accept("b?") },
  ]);
});

test("hostile ids are ids like any other", async () => {
  const { handlers } = recorder();
  const inputRequests = JSON.parse(`{"__proto__": ${JSON.stringify(question("p?"))}}`) as JsonObject;
  const set = await scene({
    states: [asking(inputRequests), DONE],
    options: { inputHandlers: handlers },
  });
  const waiting = (await started(set)).wait();
  await polls(set, 2);
  await waiting;
  const [update] = set.sent("tasks/update");
  expect(Object.entries(update?.["inputResponses"] as JsonObject)).toEqual([["__proto__", accept("p?")]]);
});

test("polling goes on while a handler thinks, and tells it when nobody asks any more", async () => {
  let aborted: unknown;
  const form: InputHandlers["form"] = (_params, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        aborted = signal.reason;
        reject(signal.reason as Error);
      });
    });
  const set = await scene({
    states: [asking({ a: question("a?") }), asking({ a: question("a?") }), state("working"), DONE],
    options: { inputHandlers: { form } },
  });
  const waiting = (await started(set)).wait();
  await polls(set, 2);
  expect(aborted).toBeUndefined();
  await polls(set, 2);
  expect(await waiting).toEqual({ content: [{ type: "text", text: "done" }] });
  expect(aborted).toEqual(new Error("the task does not ask any more"));
  expect(set.sent("tasks/update")).toEqual([]);
});

test("a wait that is given up aborts its handlers; the next wait asks again", async () => {
  const { asked, handlers } = recorder();
  let reason: unknown;
  let first = true;
  const form: InputHandlers["form"] = (params, context) => {
    if (!first) return handlers.form?.(params, context) ?? { action: "cancel" };
    first = false;
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener("abort", () => {
        reason = context.signal.reason;
        reject(new Error("closed the dialog"));
      });
    });
  };
  const set = await scene({
    states: [asking({ a: question("a?") }), asking({ a: question("a?") }), DONE],
    options: { inputHandlers: { form } },
  });
  const handle = await started(set);
  const controller = new AbortController();
  const waiting = failure(handle.wait({ signal: controller.signal }));
  await polls(set, 1);
  controller.abort("enough");
  expect(await waiting).toBe("enough");
  expect(reason).toBe("enough");
  const again = handle.wait();
  await polls(set, 2);
  await again;
  expect(asked).toEqual(["a?"]);
});

test("a handler that fails ends the wait, and nothing is sent", async () => {
  const form: InputHandlers["form"] = () => {
    throw new Error("no display");
  };
  const set = await scene({ states: [asking({ a: question("a?") })], options: { inputHandlers: { form } } });
  const error = await failure(taskHandle(set.client, ID, set.timing).wait());
  expect(error).toMatchObject({
    kind: "execution",
    code: -32603,
    reason: { type: "input_handler", id: "a", problem: { type: "threw" } },
    message: 'tasks/get on test-server failed: the input handler for "a" threw: no display',
  });
  expect(set.sent("tasks/update")).toEqual([]);
  expect(set.clock.pending).toBe(0);
});

test("a kind nobody answers ends the wait before any handler runs", async () => {
  const { asked, handlers } = recorder();
  const set = await scene({
    states: [asking({ a: question("a?"), b: { method: "sampling/createMessage", params: {} } })],
    options: { inputHandlers: handlers },
  });
  expect(await failure(taskHandle(set.client, ID, set.timing).wait())).toMatchObject({
    reason: { type: "no_input_handler", kind: "sampling" },
  });
  expect(asked).toEqual([]);
});

test("without handlers the wait says how to answer by hand, and carries the questions", async () => {
  const set = await scene({ states: [asking({ a: question("a?") })] });
  expect(await failure(taskHandle(set.client, ID, set.timing).wait())).toMatchObject({
    kind: "protocol",
    reason: { type: "input_required", result: { taskId: ID, inputRequests: { a: question("a?") } } },
    message: `task "${ID}" on test-server needs input and no inputHandlers are installed: answer its inputRequests with update() and wait with answerInput: false, or install handlers`,
  });
});

test("by hand: some answers now, others later", async () => {
  const set = await scene({
    states: [asking({ a: question("a?"), b: question("b?") }), asking({ b: question("b?") }), DONE],
  });
  const handle = await started(set);
  const updates: Promise<void>[] = [];
  const waiting = handle.wait({
    answerInput: false,
    onTask: ({ inputRequests = {} }) => {
      const [id] = Object.keys(inputRequests);
      if (id !== undefined) updates.push(handle.update({ [id]: accept(id) }));
    },
  });
  await polls(set, 3);
  await waiting;
  await Promise.all(updates);
  expect(set.sent("tasks/update").map(({ inputResponses }) => inputResponses)).toEqual([
    { a: accept("a") },
    { b: accept("b") },
  ]);
});

test("what was answered by hand is not asked by a wait", async () => {
  const { asked, handlers } = recorder();
  const set = await scene({
    states: [asking({ a: question("a?") }), DONE],
    options: { inputHandlers: handlers },
  });
  const handle = await started(set);
  await handle.update({ a: accept("by hand") });
  const waiting = handle.wait();
  await polls(set, 2);
  await waiting;
  expect(asked).toEqual([]);
});

test("an answer that is lost on the way is sent again, without asking again", async () => {
  const { asked, handlers } = recorder();
  const set = await scene({
    states: [asking({ a: question("a?") }), asking({ a: question("a?") }), DONE],
    options: { inputHandlers: handlers, timeout: 1000 },
  });
  const hold = set.server.hold("tasks/update");
  const waiting = (await started(set)).wait();
  await set.clock.advance(6000);
  hold.release();
  await set.clock.advance(9000);
  await waiting;
  expect(asked).toEqual(["a?"]);
  expect(set.sent("tasks/update")).toHaveLength(2);
});

test("answers the server refuses end the wait with its error", async () => {
  const { handlers } = recorder();
  const set = await scene({
    states: [asking({ a: question("a?") })],
    options: { inputHandlers: handlers },
  });
  set.server.failNext("tasks/update", new RpcFault(-32602, "no such task"));
  expect(await failure(taskHandle(set.client, ID, set.timing).wait())).toMatchObject({
    kind: "server",
    code: -32602,
    message: "no such task",
  });
});

test("responses that are no object are a misuse", async () => {
  const { client } = await scene();
  await expect(taskHandle(client, ID).update([] as never)).rejects.toThrow(TypeError);
});
