// Field report 4: modelcontextprotocol/typescript-sdk#2775.
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open, puppet, rejection } from "../support/open.ts";

test("the promise of a call says why the connection died", async () => {
  const { request, closed } = await open(puppet());
  const [call, exit] = [
    rejection(request("silence")),
    rejection(request("exit", { code: 70, complains: "no licence" })),
  ];
  for (const error of [await call, await exit, await closed]) {
    expect(isMcpError(error, "process_exit") && error.reason).toMatchObject({
      exitCode: 70,
      stderrTail: "no licence",
    });
  }
});

test("the promise of opening says why the process could not be started", async () => {
  const error = await rejection(open({ command: "no-such-server" }));
  expect(error).toMatchObject({
    reason: { type: "spawn_failed", osCode: "ENOENT" },
    cause: { code: "ENOENT" },
  });
});

test("an answer above the limit costs only its own call, and a diagnostic names the limit", async () => {
  const { request, send, diagnostics } = await open(puppet({ maxLineBytes: 1000 }));
  const listing = send("text", { length: 2000 });
  let settled = false;
  listing.response.then(
    () => {
      settled = true;
    },
    () => {
      settled = true;
    },
  );
  expect(await request("echo", { n: 1 })).toEqual({ n: 1 });
  expect(settled).toBe(false);
  expect(diagnostics).toMatchObject([{ code: "stdout_line_too_long" }]);
  expect(diagnostics[0]?.message).toContain("maxLineBytes (1000)");
  listing.cancel("timed out");
});
