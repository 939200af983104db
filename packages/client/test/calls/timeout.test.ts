// @req call.timeout-error, call.timeout-option, progress.reset, progress.max-total, progress.direct, stdio.cancels
import { isMcpError } from "@snodo/protocol";
import { type ManualClock, manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { CallOptions, ConnectOptions } from "../../src/index.ts";
import { ask } from "../support/asking.ts";
import { dial, ERAS, failure, gate, open } from "../support/clients.ts";
import { type RawServer, rawServer, SILENT } from "../support/raw-server.ts";

const LONGEST = 2 ** 31 - 1;

/** A client of a server that never answers tools. */
async function silent(options: ConnectOptions = {}) {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client, codes } = await open(server.transport, { clock, ...options });
  return { clock, server, client, codes };
}

/** Whether a call fails, and when, in milliseconds. */
async function lifetime(clock: ManualClock, call: Promise<unknown>): Promise<number | undefined> {
  const start = clock.now();
  let ended: number | undefined;
  call.then(
    () => undefined,
    () => {
      ended = clock.now() - start;
    },
  );
  await clock.flush();
  while (ended === undefined && clock.untilNext !== undefined) await clock.advance(clock.untilNext);
  return ended;
}

function progress(server: RawServer, count = 1): void {
  const token = server.requests("tools/call").at(-1)?.id;
  server.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: token, progress: count },
  });
}

describe.each(ERAS)("%s", (protocol) => {
  test.each<[client: number | undefined, call: number | undefined, after: number | undefined]>([
    [undefined, undefined, 30_000],
    [1234, undefined, 1234],
    [1234, 50, 50],
    [undefined, 0.5, 0.5],
    [0, undefined, undefined],
    [Number.POSITIVE_INFINITY, undefined, undefined],
    [50, 0, undefined],
    [50, Number.POSITIVE_INFINITY, undefined],
    [0, 70, 70],
    [undefined, LONGEST, LONGEST],
    [undefined, 2 ** 31, LONGEST],
    [undefined, Number.MAX_VALUE, LONGEST],
  ])("a client's timeout of %s and a call's of %s ends after %s ms", async (ofClient, ofCall, after) => {
    const { clock, client } = await silent({ protocol, timeout: ofClient });
    const call = client.callTool("slow", {}, { timeout: ofCall });
    expect(await lifetime(clock, call)).toBe(after);
    expect(clock.pending).toBe(0);
  });

  test("a call that is late rejects with -32001, says what was late, and tells the server", async () => {
    const { clock, server, client } = await silent({ protocol });
    const failing = failure(client.callTool("slow", {}, { timeout: 250 }));
    await server.arrived("tools/call");
    await clock.advance(250);
    const error = await failing;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_001,
      sent: "maybe",
      reason: { type: "timeout", timeoutMs: 250 },
    });
    expect(error.message).toBe('tools/call "slow" on raw-server timed out after 250 ms');
    const { id } = await server.arrived("tools/call");
    expect((await server.arrived("notifications/cancelled")).params).toMatchObject({
      requestId: id,
      reason: "timed out after 250 ms",
    });
  });

  test("other calls and the connection go on; the late answer is dropped quietly", async () => {
    const { clock, server, client, codes } = await silent({ protocol });
    const failing = failure(client.callTool("slow", {}, { timeout: 10 }));
    const kept = client.callTool("kept");
    await server.arrived("tools/call", 2);
    await clock.advance(10);
    await failing;
    const [late, other] = server.requests("tools/call");
    server.reply(late?.id, { content: [], late: true });
    server.reply(other?.id, { content: [], kept: true });
    expect(await kept).toMatchObject({ kept: true });
    expect(codes()).toEqual(["late_answer"]);
  });

  test("an answered call leaves no timer", async () => {
    const clock = manualClock();
    const { client } = await open(rawServer().transport, { protocol, clock });
    await client.callTool("any", {}, { resetTimeoutOnProgress: true });
    expect(clock.pending).toBe(0);
  });

  describe("resetTimeoutOnProgress", () => {
    test("restarts the timeout at each notification, with one timer", async () => {
      const { clock, server, client } = await silent({ protocol });
      const call = client.callTool("slow", {}, { timeout: 100, resetTimeoutOnProgress: true });
      const failing = failure(call);
      await server.arrived("tools/call");
      for (let step = 0; step < 5; step += 1) {
        await clock.advance(90);
        progress(server, step);
        expect(clock.pending).toBe(1);
      }
      await clock.advance(99);
      expect(clock.pending).toBe(1);
      await clock.advance(1);
      expect((await failing).reason).toMatchObject({ type: "timeout", timeoutMs: 100 });
    });

    test("is off by default", async () => {
      const { clock, server, client } = await silent({ protocol });
      const failing = failure(client.callTool("slow", {}, { timeout: 100, onProgress: () => undefined }));
      await server.arrived("tools/call");
      await clock.advance(90);
      progress(server);
      await clock.advance(10);
      expect((await failing).code).toBe(-32_001);
    });

    test("asks for progress by itself, without a callback", async () => {
      const { clock, server, client, codes } = await silent({ protocol });
      const failing = failure(client.callTool("slow", {}, { timeout: 100, resetTimeoutOnProgress: true }));
      const { id, params } = await server.arrived("tools/call");
      expect(params["_meta"]).toMatchObject({ progressToken: id });
      await clock.advance(60);
      progress(server);
      await clock.advance(60);
      expect(clock.pending).toBe(1);
      await clock.advance(40);
      await failing;
      expect(codes()).toEqual([]);
    });

    test("is bounded by 600 seconds in total", async () => {
      const { clock, server, client } = await silent({ protocol });
      const failing = failure(
        client.callTool("slow", {}, { timeout: 100_000, resetTimeoutOnProgress: true }),
      );
      await server.arrived("tools/call");
      for (let passed = 0; passed < 600_000; passed += 50_000) {
        progress(server, passed);
        await clock.advance(50_000);
      }
      const error = await failing;
      expect(clock.now()).toBe(600_000);
      expect(error).toMatchObject({
        kind: "transport",
        code: -32_001,
        message: "Maximum total timeout exceeded",
        data: { maxTotalTimeoutMs: 600_000 },
        reason: { type: "max_total_timeout", maxTotalTimeoutMs: 600_000 },
        sent: "maybe",
      });
      expect((await server.arrived("notifications/cancelled")).params["reason"]).toContain(
        "600000 ms in total",
      );
    });

    test("with nothing to reset has no total limit either", async () => {
      const { clock, client } = await silent({ protocol, timeout: 0 });
      expect(
        await lifetime(clock, client.callTool("slow", {}, { resetTimeoutOnProgress: true })),
      ).toBeUndefined();
    });
  });

  describe("maxTotalTimeout", () => {
    test.each<[options: CallOptions, after: number]>([
      [{ maxTotalTimeout: 300 }, 300],
      [{ maxTotalTimeout: 300, timeout: 0 }, 300],
      [{ maxTotalTimeout: 300, resetTimeoutOnProgress: true }, 300],
      [{ maxTotalTimeout: 50_000, timeout: 200 }, 200],
      [{ maxTotalTimeout: 0, resetTimeoutOnProgress: true }, 30_000],
      [{ maxTotalTimeout: Number.POSITIVE_INFINITY, resetTimeoutOnProgress: true }, 30_000],
    ])("%j without any progress ends after %i ms", async (options, after) => {
      const { clock, client } = await silent({ protocol });
      expect(await lifetime(clock, client.callTool("slow", {}, options))).toBe(after);
    });

    test("is never extended by progress", async () => {
      const { clock, server, client } = await silent({ protocol });
      const options = { timeout: 100, maxTotalTimeout: 250, resetTimeoutOnProgress: true };
      const failing = failure(client.callTool("slow", {}, options));
      await server.arrived("tools/call");
      for (const at of [80, 160, 240]) {
        await clock.advance(at - clock.now());
        progress(server, at);
      }
      await clock.advance(9);
      expect(clock.pending).toBe(1);
      await clock.advance(1);
      expect((await failing).data).toEqual({ maxTotalTimeoutMs: 250 });
    });
  });
});

describe.each(ERAS)("in process (%s)", (protocol) => {
  const server = () =>
    testServer({ tools: { slow: { delay: 10_000_000, handler: () => "done" } } }, { clock });
  let clock = manualClock();

  test("a call has no time limit", async () => {
    clock = manualClock();
    const { client } = await dial(server(), "direct", { protocol, clock });
    const call = client.callTool("slow", {}, { resetTimeoutOnProgress: true });
    await clock.advance(10_000_000);
    expect(await call).toMatchObject({ content: [{ text: "done" }] });
  });

  test("unless one is given", async () => {
    clock = manualClock();
    const { client } = await dial(server(), "direct", { protocol, clock });
    const failing = failure(client.callTool("slow", {}, { timeout: 40 }));
    await clock.advance(40);
    expect(isMcpError(await failing, "timeout")).toBe(true);
  });
});

describe("while an input handler answers the server", () => {
  // Seed 004, Protocol versions: the time the handler takes counts against the request's timeout.
  test("the limit of the call in flight runs on", async () => {
    const answer = gate<{ action: "accept"; content: Record<string, never> }>();
    const { clock, server, client } = await silent({
      protocol: "2025-11-25",
      inputHandlers: { form: () => answer.opened },
    });
    const call = client.callTool("slow", {}, { timeout: 1000 });
    await clock.flush();
    await clock.advance(600);
    const answered = ask(server, "elicitation/create", {
      message: "m",
      requestedSchema: { type: "object", properties: {} },
    });
    await clock.flush();
    expect(await lifetime(clock, call)).toBe(400);
    expect((await failure(call)).reason).toEqual({ type: "timeout", timeoutMs: 1000 });
    answer.open({ action: "accept", content: {} });
    await answered;
  });
});
