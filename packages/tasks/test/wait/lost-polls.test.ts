import { expect, test } from "vitest";
import { DONE, failure, scene, started, state } from "../support/task-server.ts";

test("are repeated with growing pauses", async () => {
  const set = await scene({ states: [DONE], options: { timeout: 1000 } });
  const hold = set.server.hold("tasks/get");
  const waiting = (await started(set)).wait();
  // The poll is sent after 5 s, fails after 1 s, and is repeated after twice the interval.
  await set.clock.advance(6000);
  expect(set.clock.untilNext).toBe(10_000);
  hold.release();
  await set.clock.advance(10_000);
  expect(await waiting).toEqual({ content: [{ type: "text", text: "done" }] });
});

test("end the wait when there are too many in a row", async () => {
  const set = await scene({ states: [DONE], options: { timeout: 1000 } });
  set.server.hold("tasks/get");
  const waiting = failure((await started(set)).wait({ maxFailures: 1 }));
  await set.clock.advance(5000 + 1000 + 10_000 + 1000);
  expect(await waiting).toMatchObject({
    code: -32001,
    message: expect.stringContaining("tasks/get on test-server timed out after 1000 ms"),
  });
});

test("are not repeated once the client is closed", async () => {
  const set = await scene({ states: [state("working")] });
  const waiting = failure((await started(set)).wait());
  await set.clock.flush();
  await set.client.close();
  expect(await waiting).toMatchObject({
    kind: "transport",
    reason: { type: "closed" },
    message:
      'task "786512e2" on test-server is not waited for any more: the connection to test-server was closed by this client; it may go on: take it up again with its id',
  });
  expect(set.clock.pending).toBe(0);
});

test("end the wait at once when the connection is gone for good", async () => {
  const set = await scene({ states: [state("working")] });
  const waiting = failure((await started(set)).wait());
  await set.clock.flush();
  set.transport.sever();
  expect(await waiting).toMatchObject({ kind: "transport", reason: { type: "connection_lost" } });
  expect(set.clock.pending).toBe(0);
});
