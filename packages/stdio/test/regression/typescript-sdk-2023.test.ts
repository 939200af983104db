// Field report 15: modelcontextprotocol/typescript-sdk#2023, anomalyco/opencode#50363, MoonshotAI/kimi-code#1038.
import { describe, expect, test } from "vitest";
import type { StdioOptions } from "../../src/options.ts";
import { open, puppet, rejection, runs, script } from "../support/open.ts";

const shutdown = { stdinGrace: 50, termGrace: 50 };
const behindShell = (env: Record<string, string>, after = "wait"): StdioOptions => ({
  command: "sh",
  // What a shell starts in the background would have no stdin without the redirection.
  args: ["-c", `exec 3<&0; "$0" "$1" <&3 & ${after}`, process.execPath, script("puppet.mjs")],
  env,
  shutdown,
});

describe("the real server behind a launcher", () => {
  test("does not survive close", async () => {
    const { connection, request } = await open(behindShell({ PUPPET_IGNORES: "eof,term" }));
    const { pid } = (await request("place")) as { pid: number };
    expect(runs(pid)).toBe(true);
    await connection.close();
    expect(runs(pid)).toBe(false);
  });

  test("does not survive a launcher that exits by itself", async () => {
    const { connection, closed } = await open(
      behindShell({ PUPPET_IGNORES: "eof,term" }, 'echo "pid $!" >&2; exit 5'),
    );
    const error = await closed;
    const pid = Number(/pid (\d+)/.exec(error.message)?.[1]);
    expect(error).toMatchObject({ reason: { type: "process_exit", exitCode: 5 } });
    await connection.close();
    expect([pid > 0, runs(pid)]).toEqual([true, false]);
  });

  test("does not survive an aborted opening", async () => {
    const { default: spawn } = await import("cross-spawn");
    const controller = new AbortController();
    let pid = 0;
    const options = puppet({
      env: { PUPPET_IGNORES: "eof,term" },
      spawn: (command, args, request) => {
        const child = spawn(command, args, request);
        pid = child.pid ?? 0;
        controller.abort();
        return child;
      },
    });
    await rejection(open(options, { signal: controller.signal }));
    expect([pid > 0, runs(pid)]).toEqual([true, false]);
  });

  test("is gone before the transport is opened again", async () => {
    const options = behindShell({ PUPPET_IGNORES: "eof,term" });
    const first = await open(options);
    const { pid } = (await first.request("place")) as { pid: number };
    await first.connection.close();
    const second = await open(options);
    expect(await second.request("echo", { n: 2 })).toEqual({ n: 2 });
    expect(runs(pid)).toBe(false);
  });
});
