// Field report 17: CommandCodeAI/command-code#515.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { FakeProcess } from "../support/fake-process.ts";
import { open } from "../support/open.ts";

test("closing the input is the first step of a shutdown", async () => {
  const child = new FakeProcess();
  const clock = manualClock();
  const { connection } = await open({ command: "x", spawn: () => child }, { clock });
  const ended = new Promise<void>((resolve) => child.stdin.resume().once("end", resolve));
  const closing = connection.close();
  await ended;
  child.emit("exit", 0, null);
  child.emit("close", 0, null);
  await closing;
  expect([clock.now(), clock.pending, child.kills]).toEqual([0, 0, 0]);
});
