import { connect } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import spawn from "cross-spawn";
import { describe, expect, test } from "vitest";
import { type StdioOptions, stdio } from "../../src/index.ts";
import { inline, puppet, rejection, runs } from "../support/open.ts";

/** Options that remember which processes they started. */
function watched(options: StdioOptions): { options: StdioOptions; pids: number[] } {
  const pids: number[] = [];
  return {
    pids,
    options: {
      ...options,
      spawn: (command, args, request) => {
        const child = spawn(command, args, request);
        if (child.pid !== undefined) pids.push(child.pid);
        return child;
      },
    },
  };
}

const quiet = { diagnostics: { report: () => {} } };
const stubborn = { env: { PUPPET_IGNORES: "eof,term" }, shutdown: { stdinGrace: 20, termGrace: 20 } };

describe("connect over stdio leaves no process behind", () => {
  test("when it is aborted while the server is silent", async () => {
    const { options, pids } = watched(inline("setTimeout(() => {}, 120_000)", stubborn));
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const connecting = rejection(connect(stdio(options), { ...quiet, signal: controller.signal }));
    await expect.poll(() => pids.length, { timeout: 15_000 }).toBe(1);
    controller.abort(reason);
    expect(await connecting).toBe(reason);
    await expect.poll(() => pids.filter(runs), { timeout: 15_000 }).toEqual([]);
  });

  test("when the server never answers in time, in either era", async () => {
    const { options, pids } = watched(inline("setTimeout(() => {}, 120_000)", stubborn));
    const error = await rejection(connect(stdio(options), { ...quiet, probeTimeout: 100, timeout: 200 }));
    expect(isMcpError(error)).toBe(true);
    expect(pids).toHaveLength(2);
    expect(pids.filter(runs)).toEqual([]);
  });

  test("when the server exits in both eras, and the error has the cause", async () => {
    const { options, pids } = watched(inline('console.error("NEED_KEY"); process.exit(3)'));
    const error = await rejection(connect(stdio(options), quiet));
    expect(String(error)).toContain("NEED_KEY");
    expect(pids).toHaveLength(2);
    expect(pids.filter(runs)).toEqual([]);
  });

  test("when there is no such command, and the error says so", async () => {
    const error = await rejection(connect(stdio({ command: "no-such-server" }), quiet));
    expect(isMcpError(error, "spawn_failed")).toBe(true);
    expect(String(error)).toContain("ENOENT");
  });
});

describe("a client over stdio", () => {
  test("is told why the server ended, and so is the call in flight", async () => {
    const client = await connect(stdio(puppet()), { ...quiet, protocol: "2026-07-28" });
    const error = await rejection(client.request("exit", { code: 9, complains: "out of memory" }));
    expect(error).toMatchObject({ reason: { type: "process_exit", exitCode: 9 }, sent: "maybe" });
    expect(String(error)).toContain("out of memory");
    await client.close();
    expect(await rejection(client.request("echo", {}))).toMatchObject({ sent: "no" });
  });

  test("closes a server and everything below it", async () => {
    const options = puppet({ shutdown: { stdinGrace: 20, termGrace: 20 } });
    const client = await connect(stdio(options), { ...quiet, protocol: "2026-07-28" });
    const started = await client.request("grandchild", { nested: true, ignores: "term" });
    const pids = started["pids"] as number[];
    await client.close();
    expect([pids.length, pids.filter(runs)]).toEqual([2, []]);
  });
});
