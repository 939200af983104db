import { expect, test } from "vitest";
import { callToolAsTask, type TaskHandle, taskHandle } from "../../src/index.ts";
import { DONE, failure, ID, scene, started, state } from "../support/task-server.ts";

test("waits as long as the server asks, and reads that anew from each state", async () => {
  const set = await scene({
    states: [state("working", { pollIntervalMs: 20_000 }), state("working", { pollIntervalMs: 200 }), DONE],
  });
  const waiting = (await started(set)).wait();
  await set.clock.advance(4999);
  expect(set.sent("tasks/get")).toHaveLength(0);
  await set.clock.advance(1);
  expect(set.sent("tasks/get")).toHaveLength(1);
  await set.clock.advance(19_999);
  expect(set.sent("tasks/get")).toHaveLength(1);
  await set.clock.advance(1);
  expect(set.sent("tasks/get")).toHaveLength(2);
  await set.clock.advance(200);
  expect(await waiting).toEqual({ content: [{ type: "text", text: "done" }] });
  expect(set.clock.pending).toBe(0);
});

test("waits a second when the server does not say, and never less than 100 ms", async () => {
  const set = await scene({
    created: { resultType: "task", ...state("working", { pollIntervalMs: undefined }) },
    states: [state("working", { pollIntervalMs: 0 })],
  });
  void (await started(set)).wait().catch(() => undefined);
  await set.clock.flush();
  expect(set.clock.untilNext).toBe(1000);
  await set.clock.advance(1000);
  expect(set.clock.untilNext).toBe(100);
});

test("spreads polls by a tenth, never below what the server asks", async () => {
  const set = await scene({ states: [DONE] });
  const handle = (await callToolAsTask(
    set.client,
    "research",
    {},
    {
      clock: set.clock,
      random: () => 1,
    },
  )) as TaskHandle;
  const waiting = handle.wait();
  await set.clock.flush();
  expect(set.clock.untilNext).toBe(5500);
  await set.clock.advance(5500);
  await waiting;
});

test("a task that was taken up again is asked about at once", async () => {
  const set = await scene({ states: [DONE] });
  const handle = taskHandle(set.client, ID, set.timing);
  expect(handle.task).toBeUndefined();
  expect(await handle.wait()).toEqual({ content: [{ type: "text", text: "done" }] });
  expect(handle.task?.status).toBe("completed");
  // Over is over: the second wait asks nobody.
  await handle.wait();
  expect(set.sent("tasks/get")).toHaveLength(1);
});

test("a task that is over when it is created is asked for its result at once", async () => {
  const set = await scene({ created: { resultType: "task", ...state("completed") }, states: [DONE] });
  expect(await (await started(set)).wait()).toEqual({ content: [{ type: "text", text: "done" }] });
});

test("tells each state it polls", async () => {
  const set = await scene({ states: [state("working", { statusMessage: "half" }), DONE] });
  const seen: (string | undefined)[] = [];
  const waiting = (await started(set)).wait({
    onTask: (task) => seen.push(task.statusMessage ?? task.status),
  });
  await set.clock.advance(10_000);
  await waiting;
  expect(seen).toEqual(["half", "completed"]);
});

test("what onTask throws ends the wait", async () => {
  const set = await scene({ states: [state("working")] });
  const waiting = (await started(set)).wait({
    onTask: () => {
      throw new RangeError("enough");
    },
  });
  waiting.catch(() => undefined);
  await set.clock.advance(5000);
  await expect(waiting).rejects.toThrow("enough");
  expect(set.clock.pending).toBe(0);
});

test("what the promise of onTask rejects with ends the wait, too", async () => {
  const set = await scene({ states: [state("working")] });
  const waiting = failure(
    (await started(set)).wait({ onTask: () => Promise.reject(new RangeError("enough")) }),
  );
  await set.clock.advance(5000);
  expect(await waiting).toEqual(new RangeError("enough"));
  expect(set.clock.pending).toBe(0);
});

test("resultType task on tasks/get is taken, too: the status decides", async () => {
  const set = await scene({ states: [{ resultType: "task", ...DONE }] });
  expect(await taskHandle(set.client, ID).wait()).toEqual({ content: [{ type: "text", text: "done" }] });
});

test("several may wait for one task", async () => {
  const set = await scene({ states: [state("working"), state("working"), DONE] });
  const handle = await started(set);
  const both = Promise.all([handle.wait(), handle.wait()]);
  await set.clock.advance(20_000);
  expect(await both).toHaveLength(2);
});

test("a late answer of an earlier poll does not undo the end", async () => {
  const set = await scene({ states: [DONE, state("working")] });
  const handle = await started(set);
  await handle.poll();
  await handle.poll();
  expect(handle.task?.status).toBe("completed");
});
