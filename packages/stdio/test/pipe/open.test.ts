// @req cache.stdio, version.stdio-restart
import { isMcpError } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SpawnedProcess, SpawnRequest } from "../../src/process/spawned-process.ts";
import { FakeProcess } from "../support/fake-process.ts";
import { open, puppet, rejection, runs } from "../support/open.ts";

/** Starts real processes and keeps what was asked for. */
async function spy() {
  const { default: spawn } = await import("cross-spawn");
  const requests: SpawnRequest[] = [];
  const pids: number[] = [];
  const fn = (command: string, args: readonly string[], request: SpawnRequest): SpawnedProcess => {
    requests.push(request);
    const child = spawn(command, args, request);
    if (child.pid !== undefined) pids.push(child.pid);
    return child;
  };
  return { fn, requests, pids };
}

describe("opening", () => {
  test("asks for pipes and a group, and for no shell", async () => {
    const { fn, requests } = await spy();
    await open(puppet({ spawn: fn }));
    expect(requests[0]).toMatchObject({
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: false,
    });
    expect(Object.keys(requests[0] ?? {})).not.toContain("shell");
  });

  test("on Windows asks for a hidden window instead of a group", async () => {
    const requests: SpawnRequest[] = [];
    const child = new FakeProcess();
    const spawn = (_command: string, _args: readonly string[], request: SpawnRequest): SpawnedProcess => {
      requests.push(request);
      return child;
    };
    onTestFinished(() => {
      child.emit("close", 0, null);
    });
    await open({ command: "x", spawn, platform: "win32", shutdown: { stdinGrace: 0 } });
    expect(requests[0]).toMatchObject({ detached: false, windowsHide: true });
  });

  test("starts nothing when the caller has given up already", async () => {
    const { fn, requests } = await spy();
    const reason = new Error("changed my mind");
    expect(await rejection(open(puppet({ spawn: fn }), { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(requests).toEqual([]);
  });

  test("ends what it started when the caller gives up meanwhile", async () => {
    const { fn, pids } = await spy();
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const spawn: typeof fn = (...call) => {
      controller.abort(reason);
      return fn(...call);
    };
    const ignores = { PUPPET_IGNORES: "eof,term" };
    expect(await rejection(open(puppet({ spawn, env: ignores }), { signal: controller.signal }))).toBe(
      reason,
    );
    expect(pids).toHaveLength(1);
    expect(pids.filter(runs)).toEqual([]);
  });

  test("refuses a process without pipes, and ends it", async () => {
    const child = new FakeProcess();
    const spawn = (): SpawnedProcess => Object.defineProperty(child, "stdout", { value: null });
    const error = await rejection(open({ command: "x", spawn }));
    expect(isMcpError(error, "spawn_failed") && error.message).toBe(
      "could not talk to x: the process has no pipes for stdin and stdout",
    );
    expect(child.kills).toBe(1);
  });

  test("a transport more than once gives separate processes and cache scopes", async () => {
    const [first, second] = [await open(puppet()), await open(puppet())];
    const place = async ({ request }: typeof first) => ((await request("place")) as { pid: number }).pid;
    expect(await place(first)).not.toBe(await place(second));
    const scopes = [first, second].map(({ connection }) => connection.cacheScope);
    expect(scopes[0]?.endpoint).toMatch(/^stdio:/);
    expect(scopes[0]?.endpoint).not.toBe(scopes[1]?.endpoint);
    expect(await scopes[0]?.credentials()).toBe("");
  });
});

describe("a process object that reports an error later", () => {
  async function opened() {
    const child = new FakeProcess();
    const session = await open({ command: "absent", spawn: () => child, platform: "win32" });
    return { child, ...session };
  }

  test("that it never ran, as cross-spawn does on Windows, fails with what to do", async () => {
    const { child, send, closed } = await opened();
    const { response } = send("initialize");
    child.emit(
      "error",
      Object.assign(new Error("spawn absent ENOENT"), { code: "ENOENT", syscall: "spawn absent" }),
    );
    const error = await rejection(response);
    expect(isMcpError(error, "spawn_failed") && error.message).toMatch(
      /^could not start absent: ENOENT, there is no command "absent" on the PATH/,
    );
    expect((await closed).reason.type).toBe("spawn_failed");
  });

  test("of another kind waits for its exit", async () => {
    const { child, send, closed, endings } = await opened();
    const { response } = send("initialize");
    child.emit("error", Object.assign(new Error("kill EPERM"), { code: "EPERM", syscall: "kill" }));
    expect(endings).toEqual([]);
    child.emit("close", 7, null);
    expect(await rejection(response)).toMatchObject({ reason: { type: "process_exit", exitCode: 7 } });
    await closed;
  });
});

describe("time after an exit", () => {
  async function dead() {
    const clock = manualClock();
    const child = new FakeProcess();
    const session = await open({ command: "x", spawn: () => child, platform: "win32" }, { clock });
    return { clock, child, ...session };
  }

  test("lets what is in the pipe arrive, and ends though the pipe stays open", async () => {
    const { clock, child, send, endings } = await dead();
    const first = send("a");
    const second = rejection(send("b").response);
    child.emit("exit", 0, null);
    await clock.advance(49);
    child.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: first.id, result: "in time" })}\n`);
    expect(await first.response).toMatchObject({ result: "in time" });
    expect(endings).toEqual([]);
    await clock.advance(1);
    expect(await second).toMatchObject({ reason: { type: "process_exit", exitCode: 0 } });
    expect(endings).toHaveLength(1);
    await clock.advance(1000);
    expect(clock.pending).toBe(0);
  });

  test("is over only when what came meanwhile has been read, however busy this process was", async () => {
    const timers: (() => void)[] = [];
    const clock = {
      now: () => 0,
      setTimeout: (run: () => void) => timers.push(run),
      clearTimeout: () => {},
    };
    const child = new FakeProcess();
    const { send } = await open({ command: "x", spawn: () => child, platform: "win32" }, { clock });
    const call = send("a");
    child.emit("exit", 0, null);
    for (const run of timers) run();
    child.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: call.id, result: "just read" })}\n`);
    expect(await call.response).toMatchObject({ result: "just read" });
  });

  test("is not waited for when the pipes are closed", async () => {
    const { clock, child, send } = await dead();
    const { response } = send("a");
    child.emit("exit", null, "SIGTERM");
    child.emit("close", null, "SIGTERM");
    expect(await rejection(response)).toMatchObject({ reason: { type: "process_exit", signal: "SIGTERM" } });
    await clock.flush();
    expect(clock.pending).toBe(0);
  });

  test("explains a closed pipe when the exit follows", async () => {
    const { clock, child, send } = await dead();
    const lost = rejection(send("a").response);
    child.stdout.end();
    await clock.advance(400);
    child.emit("exit", 9, null);
    await clock.advance(50);
    expect(await lost).toMatchObject({ reason: { type: "process_exit", exitCode: 9 } });
  });
});

test("what cannot be ended is reported, and its pipes are let go", async () => {
  const child = new FakeProcess();
  const clock = manualClock();
  const session = await open(
    { command: "x", spawn: () => child, platform: "win32", shutdown: { stdinGrace: 10, killGrace: 10 } },
    { clock },
  );
  const closing = session.connection.close();
  await clock.advance(20);
  await closing;
  expect(session.diagnostics).toMatchObject([
    {
      level: "warning",
      code: "process_survived",
      message: "x left processes behind that could not be ended",
    },
  ]);
  expect([child.stdin, child.stdout, child.stderr].map(({ destroyed }) => destroyed)).toEqual([
    true,
    true,
    true,
  ]);
});
