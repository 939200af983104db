import { describe, expect, test } from "vitest";
import { callToolAsTask, type TaskHandle, taskHandle } from "../src/index.ts";
import { failure, ID, scene, state } from "./support/task-server.ts";

describe.each(["2026-07-28", "2025-11-25"] as const)("on %s", (revision) => {
  test("cancel asks with tasks/cancel, never with notifications/cancelled", async () => {
    const { client, sent, timing } = await scene({ revision });
    const handle = (await callToolAsTask(client, "research", {}, timing)) as TaskHandle;
    await handle.cancel();
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: ID }]);
    expect(sent("notifications/cancelled")).toEqual([]);
  });
});

test("a wait goes on after cancel and tells how the task ended", async () => {
  const result = { content: [{ type: "text", text: "it was done already" }] };
  const { client, clock, timing } = await scene({
    states: [state("working"), state("completed", { result })],
  });
  const handle = (await callToolAsTask(client, "research", {}, timing)) as TaskHandle;
  const waiting = handle.wait();
  await handle.cancel();
  await clock.advance(10_000);
  expect(await waiting).toEqual(result);
});

test("a 2025-11-25 server that does not offer it is not asked", async () => {
  const { client, sent } = await scene({
    revision: "2025-11-25",
    definition: { capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } } },
  });
  expect(await failure(taskHandle(client, ID).cancel())).toMatchObject({
    kind: "protocol",
    code: -32601,
    sent: "no",
    reason: { type: "task", problem: "not_supported", taskId: ID },
    message: `task "${ID}" on test-server: the server does not offer to cancel tasks`,
  });
  expect(sent("tasks/cancel")).toEqual([]);
});

test("revisions without tasks refuse everything before it is sent", async () => {
  const { client, server } = await scene({ revision: "2025-06-18" });
  const handle = taskHandle(client, ID);
  for (const attempt of [handle.poll(), handle.wait(), handle.cancel(), handle.update({})])
    expect(await failure(attempt)).toMatchObject({ code: -32601, reason: { type: "method_not_defined" } });
  expect(
    server.received.filter((message) => "method" in message && message.method.startsWith("tasks/")),
  ).toEqual([]);
});
