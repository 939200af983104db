import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { open, puppet, rejection } from "../support/open.ts";

describe("stderr", () => {
  test("is drained and its tail kept within the limit", async () => {
    const { request } = await open(puppet({ stderrTailBytes: 200 }));
    await request("stderr", { bytes: 800_000 });
    const error = await rejection(request("exit", { code: 2, complains: "the last line\n" }));
    if (!isMcpError(error, "process_exit")) throw error;
    expect(error.reason.stderrTail).toHaveLength(200);
    expect(error.reason.stderrTail).toMatch(/the last line\n$/);
  });

  test("is quoted in a message from the start of a line, in bounded length", async () => {
    const { request } = await open(puppet());
    await request("stderr", { bytes: 16_000 });
    const error = await rejection(request("exit", { code: 2, complains: "NEED_KEY\n" }));
    expect(String(error)).toMatch(/Its stderr ended with: e{79} .*e{79} NEED_KEY\. Connect again/);
    expect(String(error).length).toBeLessThan(1500);
  });

  test("goes to a function line by line, from the first byte, and still explains an exit", async () => {
    const lines: string[] = [];
    const options = puppet({
      env: { PUPPET_COMPLAINS: "starting\r\nup" },
      stderr: (line) => lines.push(line),
    });
    const { request } = await open(options);
    await request("stderr", { text: " and running\n\nüñí" });
    const error = await rejection(request("exit", { code: 2 }));
    expect(lines).toEqual(["starting", "up and running", "", "üñí"]);
    expect(isMcpError(error, "process_exit") && error.reason.stderrTail).toBe(
      "starting\r\nup and running\n\nüñí",
    );
  });

  test("whose function throws is reported once and drained all the same", async () => {
    const broken = new Error("listener");
    const { request, diagnostics } = await open(
      puppet({
        stderr: () => {
          throw broken;
        },
      }),
    );
    await request("stderr", { bytes: 800_000 });
    await request("echo");
    await expect
      .poll(() => diagnostics, { timeout: 15_000 })
      .toMatchObject([{ code: "stderr_listener_failed", cause: broken }]);
  });
});
