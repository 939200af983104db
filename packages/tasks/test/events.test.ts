import { McpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { taskHandle } from "../src/index.ts";
import { coreState, DONE, failure, ID, scene, state } from "./support/task-server.ts";

test("events are the states the server reports, and end with the last one", async () => {
  const { client, report, sent, server } = await scene();
  const handle = taskHandle(client, ID);
  const events = await handle.events();
  expect(sent("subscriptions/listen")).toMatchObject([{ notifications: { taskIds: [ID] } }]);
  report(state("working", { statusMessage: "half" }));
  report({ ...DONE, taskId: "another" });
  report(DONE);
  const seen: string[] = [];
  for await (const task of events) seen.push(task.statusMessage ?? task.status);
  expect(seen).toEqual(["half", "completed"]);
  // A report holds the whole task, so that nothing more need be asked.
  expect(handle.task?.status).toBe("completed");
  expect(await handle.wait()).toEqual({ content: [{ type: "text", text: "done" }] });
  expect(sent("tasks/get")).toEqual([]);
  expect(server.received.at(-1)).toMatchObject({ method: "notifications/cancelled" });
});

test("a stream the server ends before the task is over ends the events", async () => {
  const { client, report, endReports } = await scene();
  const events = await taskHandle(client, ID).events();
  report(state("working"));
  endReports();
  expect((await events.next()).value).toMatchObject({ status: "working" });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("a lost connection rejects, and the events are over", async () => {
  const { client, transport } = await scene();
  const events = await taskHandle(client, ID).events();
  const next = failure(events.next());
  transport.sever();
  expect(await next).toMatchObject({ kind: "transport", reason: { type: "connection_lost" } });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("a report that is no task rejects, and the events are over", async () => {
  const { client, report } = await scene();
  const events = await taskHandle(client, ID).events();
  report(state("completed"));
  expect(await failure(events.next())).toMatchObject({
    kind: "protocol",
    message: "notifications/tasks is invalid: it is completed without a result",
  });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("after reports were dropped the state is asked for", async () => {
  const { client, report, clock, sent } = await scene({ states: [DONE] });
  const events = await taskHandle(client, ID).events({ maxBuffer: 1, overflow: "drop_newest" });
  report(state("working"));
  report(DONE);
  await clock.flush();
  const first = await events.next();
  expect(first.value).toMatchObject({ status: "completed" });
  expect(sent("tasks/get")).toHaveLength(1);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("a server that does not report the task says so", async () => {
  const { client } = await scene({ reports: false });
  const error = await failure(taskHandle(client, ID).events());
  expect(error).toBeInstanceOf(McpError);
  expect(error).toMatchObject({
    reason: { type: "task", problem: "not_supported", taskId: ID },
    message: `task "${ID}" on test-server: the server does not report this task; poll it with wait() instead`,
  });
});

test("close and leaving the loop end the stream and leave the task alone", async () => {
  const set = await scene();
  const events = await taskHandle(set.client, ID).events();
  set.report(state("working"));
  for await (const task of events) {
    expect(task.status).toBe("working");
    break;
  }
  await events.close();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(set.sent("tasks/cancel")).toEqual([]);
});

test("await using closes", async () => {
  const set = await scene();
  {
    await using events = await taskHandle(set.client, ID).events();
    expect(events).toBeDefined();
  }
  await set.clock.flush();
  expect(set.sent("notifications/cancelled")).toHaveLength(1);
});

test("before 2026-07-28 status notifications of the session are the events", async () => {
  const { client, server } = await scene({ revision: "2025-11-25" });
  const events = await taskHandle(client, ID).events();
  const [session] = server.clients;
  const notify = (params: object): void =>
    session?.session.notify({ jsonrpc: "2.0", method: "notifications/tasks/status", params: { ...params } });
  notify({ ...coreState("working"), taskId: "another" });
  notify(coreState("working", { statusMessage: "half", pollInterval: 7 }));
  notify(coreState("completed"));
  const seen: unknown[] = [];
  for await (const { status, pollIntervalMs } of events) seen.push([status, pollIntervalMs]);
  expect(seen).toEqual([
    ["working", 7],
    ["completed", 5000],
  ]);
});
