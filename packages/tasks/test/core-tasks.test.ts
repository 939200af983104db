// Tasks of 2025-11-25, behind the same handle.
import { META } from "@snodo/protocol";
import { RpcFault } from "@snodo/testing";
import { expect, test } from "vitest";
import { taskHandle } from "../src/index.ts";
import { coreState, failure, ID, scene, started } from "./support/task-server.ts";

const revision = "2025-11-25";
const result = { content: [{ type: "text", text: "done" }] };

test("states are polled at the server's pace, and tasks/result gives the result", async () => {
  const set = await scene({
    revision,
    states: [coreState("working", { pollInterval: 200, ttl: 9000 }), coreState("completed")],
    methods: { "tasks/result": () => ({ ...result, _meta: { [META.relatedTask]: { taskId: ID } } }) },
  });
  const handle = await started(set);
  expect(handle.task).toMatchObject({ status: "working", pollIntervalMs: 5000, ttlMs: null });
  const waiting = handle.wait();
  await set.clock.advance(5000);
  expect(handle.task).toMatchObject({ pollIntervalMs: 200, ttlMs: 9000 });
  expect(set.sent("tasks/result")).toEqual([]);
  await set.clock.advance(200);
  expect(await waiting).toMatchObject(result);
  expect(set.sent("tasks/get")).toEqual([{ taskId: ID }, { taskId: ID }]);
  expect(set.sent("tasks/result")).toEqual([{ taskId: ID }]);
});

// @req rule.39
test("a result that reports an error of the tool makes the task fail here, and still resolves", async () => {
  const set = await scene({
    revision,
    states: [coreState("failed", { statusMessage: "the tool failed" })],
    methods: { "tasks/result": () => ({ ...result, isError: true }) },
  });
  expect(await taskHandle(set.client, ID).wait()).toEqual({ ...result, isError: true });
});

test("a call that ended with a JSON-RPC error rejects with it", async () => {
  const set = await scene({
    revision,
    states: [coreState("failed")],
    methods: {
      "tasks/result": () => {
        throw new RpcFault(-32050, "rate limit", { after: 3 });
      },
    },
  });
  expect(await failure(taskHandle(set.client, ID).wait())).toMatchObject({
    kind: "server",
    code: -32050,
    message: "rate limit",
    data: { after: 3 },
  });
});

test("a cancelled task is not asked for a result", async () => {
  const set = await scene({ revision, states: [coreState("cancelled")] });
  expect(await failure(taskHandle(set.client, ID).wait())).toMatchObject({
    reason: { type: "task", problem: "cancelled" },
  });
  expect(set.sent("tasks/result")).toEqual([]);
});

/** A server whose task asks on the stream of tasks/result, as the specification wants it. */
function asksOnResult(): {
  readonly methods: NonNullable<Parameters<typeof scene>[0]>["methods"];
  answer: unknown;
} {
  const seen: { answer: unknown } = { answer: undefined };
  const methods: NonNullable<Parameters<typeof scene>[0]>["methods"] = {
    "tasks/result": async (_params, context) => {
      seen.answer = await context.ask("elicitation/create", {
        message: "which one?",
        requestedSchema: { type: "object", properties: {} },
        _meta: { [META.relatedTask]: { taskId: ID } },
      });
      return result;
    },
  };
  return {
    methods,
    get answer() {
      return seen.answer;
    },
  };
}

test("a task that needs input gets a stream for its requests, and the answers name the task", async () => {
  const server = asksOnResult();
  const set = await scene({
    revision,
    states: [coreState("input_required")],
    methods: server.methods ?? {},
    options: { inputHandlers: { form: () => ({ action: "accept", content: { which: "this" } }) } },
  });
  const waiting = (await started(set)).wait();
  await set.clock.advance(5000);
  // The result came on that stream: no further poll, and nothing waits for one.
  expect(await waiting).toEqual(result);
  expect(server.answer).toMatchObject({
    result: {
      action: "accept",
      content: { which: "this" },
      _meta: { [META.relatedTask]: { taskId: ID } },
    },
  });
  expect(set.sent("tasks/get")).toHaveLength(1);
  expect(set.sent("tasks/result")).toHaveLength(1);
  expect(set.clock.pending).toBe(0);
});

test("the stream outlives the client's timeout and is opened once, however often it is polled meanwhile", async () => {
  let finish = (): void => undefined;
  const set = await scene({
    revision,
    states: [coreState("input_required")],
    methods: {
      "tasks/result": () =>
        new Promise((resolve) => {
          finish = () => resolve(result);
        }),
    },
  });
  const waiting = (await started(set)).wait();
  await set.clock.advance(60_000);
  expect(set.sent("tasks/get").length).toBeGreaterThan(5);
  expect(set.sent("tasks/result")).toHaveLength(1);
  finish();
  expect(await waiting).toEqual(result);
});

test("a stream that fails is opened again while the task needs input", async () => {
  let calls = 0;
  const set = await scene({
    revision,
    states: [coreState("input_required")],
    methods: {
      "tasks/result": () => {
        calls += 1;
        if (calls === 1) throw new RpcFault(-32603, "not yet");
        return result;
      },
    },
  });
  const waiting = (await started(set)).wait();
  await set.clock.advance(10_000);
  expect(await waiting).toEqual(result);
  expect(calls).toBe(2);
});

test("answerInput: false opens no stream", async () => {
  const set = await scene({ revision, states: [coreState("input_required")] });
  const waiting = failure((await started(set)).wait({ answerInput: false, timeout: 20_000 }));
  await set.clock.advance(20_000);
  expect(await waiting).toMatchObject({ code: -32001 });
  expect(set.sent("tasks/result")).toEqual([]);
});

test("giving up the wait ends the stream, not the task", async () => {
  const set = await scene({
    revision,
    states: [coreState("input_required")],
    methods: { "tasks/result": () => new Promise(() => undefined) },
  });
  const controller = new AbortController();
  const waiting = failure((await started(set)).wait({ signal: controller.signal }));
  await set.clock.advance(5000);
  controller.abort("enough");
  expect(await waiting).toBe("enough");
  await set.clock.flush();
  const [ended] = set.sent("notifications/cancelled");
  const opened = set.server.received.find(
    (message) => "method" in message && message.method === "tasks/result",
  );
  expect(ended?.["requestId"]).toBe((opened as { id: unknown }).id);
  expect(set.sent("tasks/cancel")).toEqual([]);
});

test("update is no method of this revision", async () => {
  const set = await scene({ revision });
  expect(await failure(taskHandle(set.client, ID).update({}))).toMatchObject({
    code: -32601,
    sent: "no",
    reason: { type: "method_not_defined", method: "tasks/update" },
  });
});

test("cancelling a task that is over is the server's error", async () => {
  const set = await scene({ revision });
  set.server.failNext("tasks/cancel", new RpcFault(-32602, "already completed"));
  expect(await failure(taskHandle(set.client, ID).cancel())).toMatchObject({ kind: "server", code: -32602 });
});
