import { McpError } from "@snodo/protocol";
import { RpcFault } from "@snodo/testing";
import { expect, test } from "vitest";
import { type Task, taskHandle } from "../../src/index.ts";
import { DONE, failure, ID, scene, state } from "../support/task-server.ts";

// @req rule.39
test("a result that reports an error of the tool resolves", async () => {
  const result = { content: [{ type: "text", text: "no such city" }], isError: true };
  const set = await scene({ states: [state("completed", { result })] });
  expect(await taskHandle(set.client, ID).wait()).toEqual(result);
});

test("a failed task rejects with the JSON-RPC error of the call, untouched", async () => {
  const error = { code: -32050, message: "API rate limit exceeded", data: { after: 3 } };
  const set = await scene({ states: [state("failed", { error })] });
  const thrown = await failure(taskHandle(set.client, ID).wait());
  expect(thrown).toBeInstanceOf(McpError);
  expect(thrown).toMatchObject({ kind: "server", ...error });
});

test("a cancelled task rejects with a reason of its own", async () => {
  const set = await scene({ states: [state("cancelled", { statusMessage: "by an operator" })] });
  const handle = taskHandle(set.client, ID);
  const error = await failure(handle.wait());
  expect(error).toMatchObject({
    kind: "transport",
    reason: { type: "task", problem: "cancelled", taskId: ID },
    message: `task "${ID}" on test-server was cancelled: by an operator`,
  });
  // Known to be cancelled, nobody is asked again.
  await failure(handle.wait());
  expect(set.sent("tasks/get")).toHaveLength(1);
});

test("a task the server does not have is its error", async () => {
  const set = await scene({ states: [new RpcFault(-32602, "Failed to retrieve task: Task not found")] });
  expect(await failure(taskHandle(set.client, "gone").wait())).toMatchObject({
    kind: "server",
    code: -32602,
    message: "Failed to retrieve task: Task not found",
  });
});

test.each([
  ["no result", state("completed"), "it is completed without a result"],
  ["no error", state("failed"), "it failed without an error"],
  ["an error without a code", state("failed", { error: { message: "?" } }), "its error has no numeric code"],
  ["no questions", state("input_required"), "it asks for input without inputRequests"],
  [
    "questions that are a list",
    state("input_required", { inputRequests: [] }),
    "it asks for input without inputRequests",
  ],
  ["another id", { ...DONE, taskId: "other" }, "it is about another task than the one asked for"],
  ["a broken status", state("done"), 'its status is "done"'],
])("a state with %s is refused", async (_what, malformed, problem) => {
  const set = await scene({ states: [malformed] });
  expect(await failure(taskHandle(set.client, ID).wait())).toMatchObject({
    kind: "protocol",
    reason: { type: "invalid_result", problem },
    message: `the result of tasks/get is invalid: ${problem}`,
  });
});

test("optional fields of a wrong type count as unsaid", async () => {
  const odd = { statusMessage: 1, createdAt: null, lastUpdatedAt: {}, ttlMs: "1", pollIntervalMs: -5 };
  const set = await scene({ states: [state("working", odd)] });
  const task = await taskHandle(set.client, ID).poll();
  const { statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs }: Task = task;
  expect([statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
