import { expect, test } from "vitest";
import { taskHandle } from "../../src/index.ts";
import { DONE, failure, ID, type Scene, scene, started, state } from "../support/task-server.ts";

/** Whether a promise settled, once everything that needs no time has happened. */
async function settled(set: Scene, promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = (): void => {
    done = true;
  };
  promise.then(mark, mark);
  await set.clock.flush();
  return done;
}

test("a signal rejects with its own reason and leaves the task alone", async () => {
  const set = await scene({ states: [state("working")] });
  const controller = new AbortController();
  const waiting = failure((await started(set)).wait({ signal: controller.signal }));
  await set.clock.flush();
  const reason = new Error("the user left");
  controller.abort(reason);
  expect(await waiting).toBe(reason);
  expect(set.sent("tasks/cancel")).toEqual([]);
  expect(set.sent("notifications/cancelled")).toEqual([]);
  expect(set.clock.pending).toBe(0);
});

test("a signal that is aborted already rejects before anything is sent", async () => {
  const set = await scene({ states: [DONE] });
  const reason = new Error("too late");
  expect(await failure(taskHandle(set.client, ID).wait({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(set.sent("tasks/get")).toEqual([]);
});

test("a signal ends a poll that is under way", async () => {
  const set = await scene({ states: [DONE] });
  set.server.hold("tasks/get");
  const controller = new AbortController();
  const waiting = failure(taskHandle(set.client, ID, set.timing).wait({ signal: controller.signal }));
  await set.clock.flush();
  controller.abort("enough");
  expect(await waiting).toBe("enough");
});

test("a time limit says that the task goes on", async () => {
  const set = await scene({ states: [state("working")] });
  const handle = await started(set);
  const waiting = failure(handle.wait({ timeout: 12_000 }));
  await set.clock.advance(12_000);
  expect(await waiting).toMatchObject({
    code: -32001,
    reason: { type: "timeout", timeoutMs: 12_000 },
    message: `task "${ID}" on test-server was not done after waiting 12000 ms; it goes on: wait again, or cancel it`,
  });
  expect(set.sent("tasks/get")).toHaveLength(2);
  expect(set.clock.pending).toBe(0);
});

test.each([0, Number.POSITIVE_INFINITY])("a time limit of %d is none", async (timeout) => {
  const set = await scene({ states: [state("working")] });
  const waiting = (await started(set)).wait({ timeout });
  waiting.catch(() => undefined);
  await set.clock.advance(100_000);
  expect(await settled(set, waiting)).toBe(false);
  await set.client.close();
  await failure(waiting);
});

test("a task the server does not keep any longer is given up", async () => {
  const set = await scene({ states: [state("working", { ttlMs: 12_000 })] });
  const waiting = failure((await started(set)).wait());
  await set.clock.advance(10_000);
  expect(set.sent("tasks/get")).toHaveLength(2);
  await set.clock.advance(5000);
  expect(await waiting).toMatchObject({
    reason: { type: "task", problem: "expired", taskId: ID },
    message: `task "${ID}" on test-server is still working after the 12000 ms the server keeps it; call the tool again`,
  });
});

test("a ttl that grows keeps it going", async () => {
  const set = await scene({
    states: [state("working", { ttlMs: 6000 }), state("working", { ttlMs: 60_000 }), DONE],
  });
  const waiting = (await started(set)).wait();
  await set.clock.advance(15_000);
  expect(await waiting).toEqual({ content: [{ type: "text", text: "done" }] });
});

test.each([
  ["timeout", { timeout: "soon" as never }],
  ["timeout", { timeout: -1 }],
  ["timeout", { timeout: Number.NaN }],
  ["maxFailures", { maxFailures: 1.5 }],
  ["onTask", { onTask: 7 as never }],
])("%s of a wrong type is a misuse", async (name, options) => {
  const set = await scene();
  await expect(taskHandle(set.client, ID).wait(options)).rejects.toThrow(new RegExp(`^${name} must be`));
  await expect(taskHandle(set.client, ID).wait(options)).rejects.toThrow(TypeError);
});

test("an id that is none is a misuse", async () => {
  const { client } = await scene();
  expect(() => taskHandle(client, "")).toThrow(TypeError);
  expect(() => taskHandle(client, 7 as never)).toThrow(TypeError);
});
