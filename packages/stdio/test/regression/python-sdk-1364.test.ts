// Field report 18: modelcontextprotocol/python-sdk#1364.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { FakeProcess } from "../support/fake-process.ts";
import { open } from "../support/open.ts";

test("a server that needs longer than the usual grace to exit can be given it", async () => {
  const child = new FakeProcess();
  const clock = manualClock();
  const commands: string[] = [];
  const spawn = (command: string): FakeProcess => {
    commands.push(command);
    return child;
  };
  const options = { command: "x", spawn, platform: "win32", shutdown: { stdinGrace: 30_000 } };
  const { connection } = await open(options, { clock });
  const closing = connection.close();
  await clock.advance(29_000);
  expect(commands).toEqual(["x"]);
  child.emit("exit", 0, null);
  await closing;
  expect([commands, clock.pending]).toEqual([["x"], 0]);
});
