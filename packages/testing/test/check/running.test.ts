import type { Clock } from "@snodo/protocol";
import { systemClock } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { checkServer, memoryTransport, testServer } from "../../src/index.ts";
import { sampleServer } from "../support/sample-server.ts";
import { findings, NOWHERE, type Tamper } from "../support/tampered.ts";

/** Time that passes twenty times as fast. */
const hurried: Clock = {
  now: () => performance.now() * 20,
  setTimeout: (run, milliseconds) => systemClock.setTimeout(run, milliseconds / 20),
  clearTimeout: (handle) => systemClock.clearTimeout(handle),
};
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => hurried.setTimeout(resolve, milliseconds));

describe("tools that run", () => {
  const server = testServer({
    tools: {
      untold: {
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        handler: () => "text only",
      },
      wrong: {
        outputSchema: { type: "object" },
        handler: () => ({ content: [], structuredContent: { n: "x" } }),
      },
      backwards: (_args, context) => {
        context.progress(2);
        context.progress(1);
        return "";
      },
      foreign: (_args, context) => {
        context.notify("notifications/progress", { progressToken: "another", progress: 1 });
        return "";
      },
      chatty: (_args, context) => {
        context.notify("notifications/message", { level: "info", data: "unasked" });
        return "";
      },
      listed: {
        annotations: { readOnlyHint: true },
        handler: () => ({ content: [], structuredContent: [1] }),
      },
      sorted: {
        annotations: { readOnlyHint: true },
        handler: () => ({
          content: [{ type: "text", text: '{"b": [1, {"d": 2, "c": 3}], "a": null}' }],
          structuredContent: { a: null, b: [1, { c: 3, d: 2 }] },
        }),
      },
      writes: () => {
        throw new Error("must not be called");
      },
    },
  });
  const tools = { wrong: {}, backwards: {}, foreign: {}, chatty: {} };
  const validator = {
    compile: () => (value: unknown) =>
      typeof (value as { n?: unknown }).n === "number" ? [] : [{ path: "/n", message: "is not a number" }],
  };
  const of = async (rule: string): Promise<unknown[]> => {
    const found = await findings(() => undefined, "2026-07-28", { tools, validator }, server);
    return found
      .filter((finding) => finding.rule === rule)
      .map(({ subjects, problem }) => [subjects.join(), problem]);
  };

  test("must answer what their output schema says", async () => {
    expect(await of("structured-content")).toEqual([
      ["tool untold", "it has an outputSchema and answered no structuredContent"],
      ["tool wrong", "structuredContent/n: is not a number"],
    ]);
    expect(await of("structured-text")).toEqual([
      ["tool wrong,tool listed", "no text block holds the JSON of structuredContent"],
    ]);
  });

  test("must report progress that grows, to who asked", async () => {
    expect(await of("progress-grows")).toEqual([["tools/call", "progress went from 2 to 1"]]);
    expect(await of("progress-asked")).toEqual([
      ["no request", 'progress came under the token "another", which no request in flight has'],
    ]);
  });

  test("must not log to who did not ask", async () => {
    expect(await of("log-asked")).toHaveLength(1);
  });

  test("are called only when they are named or read only", async () => {
    await of("answers");
    const called = server.received.filter(
      (message) => "method" in message && message.method === "tools/call",
    );
    const names = called.map((message) => ("params" in message ? message.params?.["name"] : undefined));
    expect(names).not.toContain("writes");
    expect(names).toContain("untold");
  });

  test("may take long without a finding, and are given up", async () => {
    const slow = testServer({
      tools: { slow: { annotations: { readOnlyHint: true }, handler: () => NOWHERE() } },
    });
    const report = await checkServer(memoryTransport(slow), {
      toolTimeout: 20,
      revisions: ["2026-07-28", "2025-11-25"],
    });
    expect(report.findings).toEqual([]);
    const calls = slow.received.filter(
      (message) => "params" in message && message.params?.["name"] === "slow",
    );
    expect(calls).toHaveLength(1);
  });
});

describe("subscriptions", () => {
  const listening =
    (first: Record<string, unknown>): Tamper =>
    (request, _response, context) => {
      if (request.method !== "subscriptions/listen") return undefined;
      context.notify({ jsonrpc: "2.0", ...first } as never);
      return NOWHERE();
    };
  const meta = (id: unknown): Record<string, unknown> => ({
    _meta: { "io.modelcontextprotocol/subscriptionId": id },
  });
  // The id of the listen request is not known here, but it is a number of no more than two digits.
  test.each([
    [
      "an event",
      (id: number) => ({ method: "notifications/tools/list_changed", params: meta(id) }),
      /the first message is notifications\/tools/,
    ],
    [
      "more than was asked",
      (id: number) => ({
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { extra: true }, ...meta(id) },
      }),
      /accepted more than was asked: extra/,
    ],
  ])("that begin with %s", async (_what, first, problem) => {
    const tamper: Tamper = (request, response, context) => {
      if (request.method !== "subscriptions/listen") return undefined;
      return listening(first(request.id as number))(request, response, context);
    };
    // The sample acknowledges by itself; this server leaves that out.
    const inner = { ...bare(sampleServer()), label: "bare" };
    const found = await findings(tamper, "2026-07-28", {}, inner);
    expect(found.filter(({ rule }) => rule === "subscription").map((finding) => finding.problem)[0]).toMatch(
      problem,
    );
  });
});

/** A server whose listen says nothing by itself. */
function bare(server: ReturnType<typeof sampleServer>): Parameters<typeof memoryTransport>[0] {
  return {
    revisions: server.revisions,
    dispatch: (request, context) =>
      request.method === "subscriptions/listen"
        ? { jsonrpc: "2.0", id: request.id, result: {} }
        : server.dispatch(request, context),
  };
}

test("a server that goes on after a cancellation is told so", async () => {
  const server = testServer({
    tools: {
      deaf: {
        annotations: { readOnlyHint: true },
        handler: async (_args, context) => {
          for (let step = 1; step < 60; step += 1) {
            context.session.notify({
              jsonrpc: "2.0",
              method: "notifications/progress",
              params: { progressToken: context.meta["progressToken"] as number, progress: step },
            });
            await pause(50);
          }
          return "";
        },
      },
      // Something to wait for while the other goes on.
      next: { annotations: { readOnlyHint: true }, handler: () => NOWHERE() },
    },
  });
  const report = await checkServer(memoryTransport(server), {
    toolTimeout: 1300,
    revisions: ["2025-11-25"],
    clock: hurried,
  });
  expect(report.findings.map(({ rule, subjects, severity }) => [rule, subjects, severity])).toEqual([
    ["cancel-obeyed", ["tool deaf"], "warning"],
  ]);
});

test("a silent server is not waited for again and again", async () => {
  const dead = { revisions: [], dispatch: () => NOWHERE() };
  const report = await checkServer(memoryTransport(dead), { timeout: 20 });
  expect(report.revisions.map(({ spoken, reason }) => [spoken, reason])).toEqual([
    [false, "server/discover was not answered within 0.02 s"],
    ...Array(4).fill([false, "initialize was not answered within 0.02 s"]),
  ]);
  expect(report.findings).toEqual([]);
});
