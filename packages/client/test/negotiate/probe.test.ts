// @req version.probe, version.probe-modern, version.probe-legacy, version.probe-unsupported, version.none-supported
// @req version.both-failed, rule.01, rule.02
import { META, REVISIONS, transportError } from "@snodo/protocol";
import { manualClock, memoryTransport, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { connect, VERSION } from "../../src/index.ts";
import { failure, gate, open, recorder } from "../support/clients.ts";
import { fault, type RawMethod, rawServer, SILENT } from "../support/raw-server.ts";

const LEGACY_CONVERSATION = ["server/discover", "initialize", "notifications/initialized"];
const methods = (messages: readonly object[]) =>
  messages.map((message) => "method" in message && message.method);

test("asks once, with everything a stateless request carries, and reads what the server says", async () => {
  const server = rawServer({
    methods: {
      "server/discover": () => ({
        supportedVersions: ["2026-07-28", "2025-11-25"],
        capabilities: { tools: {} },
        instructions: "Ask.",
        _meta: { [META.serverInfo]: { name: "s", version: "1" } },
      }),
    },
  });
  const { client } = await open(server.transport);
  expect(server.received).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      method: "server/discover",
      params: {
        _meta: {
          [META.protocolVersion]: "2026-07-28",
          [META.clientInfo]: { name: "snodo", version: VERSION },
          [META.clientCapabilities]: {},
        },
      },
    },
  ]);
  expect(client.session).toMatchObject({
    protocolVersion: "2026-07-28",
    era: "stateless",
    serverInfo: { name: "s", version: "1" },
    capabilities: { tools: {} },
    instructions: "Ask.",
  });
  expect(server.opened).toBe(1);
});

describe("falls back to `initialize` on a new connection", () => {
  test.each([
    ["method not found", () => fault(-32_601)],
    ["invalid params", () => fault(-32_602, "initialize first")],
    ["a private code", () => fault(-32_000, "no valid session")],
    ["a positive code", () => fault(400)],
    ["a result of another shape", () => ({ tools: [] })],
    ["an empty result", () => ({})],
    ["a null result", () => null],
    ["-32022 without a list", () => fault(-32_022, "unsupported")],
  ])("after %s", async (_name, discover) => {
    const server = rawServer({ methods: { "server/discover": discover } });
    const { client } = await open(server.transport);
    expect(client.session.protocolVersion).toBe("2025-11-25");
    expect(methods(server.received)).toEqual(LEGACY_CONVERSATION);
    expect([server.opened, server.closed]).toEqual([2, 1]);
  });

  test("after an error that names no request", async () => {
    const server = rawServer({
      methods: {
        "server/discover": (_request, self) => {
          self.refuse(null, -32_700, "parse error");
          return SILENT;
        },
      },
    });
    const { client } = await open(server.transport);
    expect(client.session.protocolVersion).toBe("2025-11-25");
  });

  test("after the server's exit", async () => {
    const server = rawServer({
      methods: {
        "server/discover": (_request, self) => {
          self.end(
            transportError("it exited", { type: "process_exit", exitCode: 1, signal: null, stderrTail: "" }),
          );
          return SILENT;
        },
      },
    });
    const { client } = await open(server.transport);
    expect(client.session.protocolVersion).toBe("2025-11-25");
    await client.callTool("any");
    expect(server.opened).toBe(2);
  });

  test("after `probeTimeout` without an answer, and no sooner", async () => {
    const clock = manualClock();
    const server = rawServer({ methods: { "server/discover": () => SILENT } });
    const opening = open(server.transport, { clock, probeTimeout: 700, timeout: 5000 });
    await server.arrived("server/discover");
    await clock.advance(699);
    expect(server.opened).toBe(1);
    await clock.advance(1);
    const { client } = await opening;
    expect(client.session.protocolVersion).toBe("2025-11-25");
    expect(clock.pending).toBe(0);
  });

  test("after 10 seconds unless told otherwise", async () => {
    const clock = manualClock();
    const server = rawServer({ methods: { "server/discover": () => SILENT } });
    const opening = open(server.transport, { clock });
    await server.arrived("server/discover");
    await clock.advance(9999);
    expect(server.opened).toBe(1);
    await clock.advance(1);
    expect((await opening).client.session.era).toBe("initialize");
  });

  test("with the newest allowed revision", async () => {
    const server = rawServer({ methods: { "server/discover": () => fault(-32_601) } });
    const { client } = await open(server.transport, { protocol: ["2026-07-28", "2025-03-26", "2024-11-05"] });
    expect(client.session.protocolVersion).toBe("2025-03-26");
  });

  test("with the revision of the server's list that is the newest allowed one", async () => {
    const server = rawServer({
      methods: { "server/discover": () => ({ supportedVersions: ["2025-06-18", "2024-11-05"] }) },
    });
    const { client } = await open(server.transport);
    expect(client.session.protocolVersion).toBe("2025-06-18");
  });

  test("and the late answer of the probe reaches nobody", async () => {
    const clock = manualClock();
    const late = gate<unknown>();
    const server = rawServer({ methods: { "server/discover": () => late.opened } });
    const opening = open(server.transport, { clock });
    await server.arrived("server/discover");
    await clock.advance(10_000);
    const { client } = await opening;
    late.open({ supportedVersions: ["2026-07-28"] });
    await clock.flush();
    expect(client.session.protocolVersion).toBe("2025-11-25");
  });
});

describe("a stateless server's answer", () => {
  test("-32022 with a list settles the newest allowed revision without asking again", async () => {
    const server = rawServer({
      methods: {
        "server/discover": () => fault(-32_022, "no", { supported: ["2026-07-28"], requested: "x" }),
      },
    });
    const { client } = await open(server.transport);
    expect(client.session).toMatchObject({ protocolVersion: "2026-07-28", capabilities: undefined });
    expect(methods(server.received)).toEqual(["server/discover"]);
  });

  test("-32021 rejects with the server's own error, and does not try `initialize`", async () => {
    const data = { requiredCapabilities: { sampling: {} } };
    const server = rawServer({ methods: { "server/discover": () => fault(-32_021, "sampling", data) } });
    const error = await failure(connect(server.transport));
    expect(error).toMatchObject({ kind: "server", code: -32_021, message: "sampling", data });
    expect(methods(server.received)).toEqual(["server/discover"]);
    expect(server.closed).toBe(1);
  });

  test.each([
    ["a result", () => ({ supportedVersions: ["2031-01-01"] })],
    ["-32022", () => fault(-32_022, "no", { supported: ["2031-01-01"] })],
  ])("that has no version in common rejects with both lists: %s", async (_name, discover) => {
    const server = rawServer({ methods: { "server/discover": discover } });
    const error = await failure(connect(server.transport));
    const both = { requested: REVISIONS, supported: ["2031-01-01"] };
    expect(error).toMatchObject({ kind: "protocol", code: -32_602, data: both, reason: both });
    expect(error.message).toBe(
      `cannot agree on a protocol version with raw-server: this client allows ${REVISIONS.join(", ")}, the server speaks 2031-01-01 (no version in common)`,
    );
    expect(server.closed).toBe(1);
  });
});

describe("when both fail", () => {
  test("one error tells both, and carries both", async () => {
    const server = rawServer({
      methods: {
        "server/discover": () => fault(-32_601, "Method not found"),
        initialize: () => fault(-32_603, "db down"),
      },
    });
    const error = await failure(connect(server.transport));
    expect(error).toMatchObject({ kind: "server", code: -32_603, reason: { type: "server_error" } });
    expect(error.message).toBe(
      "cannot connect to raw-server: db down. Before that, the server/discover probe was answered with error -32601: Method not found",
    );
    expect([server.opened, server.closed]).toEqual([2, 2]);
  });

  test("a signal that was not used changes nothing about it", async () => {
    const server = rawServer({
      methods: { "server/discover": () => ({}), initialize: () => fault(-32_603, "db down") },
    });
    const error = await failure(connect(server.transport, { signal: new AbortController().signal }));
    expect(error.message).toContain(
      "db down. Before that, the server/discover probe was answered with something else",
    );
  });

  test.each([
    [2, 2, "raw-server: it exited, see 2. Before that, the server/discover probe failed in the same way"],
    [2, 3, "raw-server: it exited, see 2. Before that, the server/discover probe failed: it exited, see 1"],
  ])("exits with code %i and %i: the same is not told twice", async (first, second, message) => {
    let exits = 0;
    const exit =
      (exitCode: number): RawMethod =>
      (_request, server) => {
        exits += 1;
        const reason = { type: "process_exit", exitCode, signal: null, stderrTail: "" } as const;
        server.end(transportError(`it exited, see ${exits}`, reason));
        return SILENT;
      };
    const methods = { "server/discover": exit(first), initialize: exit(second) };
    const error = await failure(connect(rawServer({ methods }).transport));
    expect(error.message).toBe(`cannot connect to ${message}`);
    expect((error.cause as AggregateError).errors).toHaveLength(2);
  });

  test("a silent server is told by its timeouts", async () => {
    const clock = manualClock();
    const server = rawServer({ methods: { "server/discover": () => SILENT, initialize: () => SILENT } });
    const failing = failure(connect(server.transport, { clock, timeout: 2000, probeTimeout: 1000 }));
    await server.arrived("server/discover");
    await clock.advance(1000);
    await server.arrived("initialize");
    await clock.advance(2000);
    const error = await failing;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_001,
      reason: { type: "timeout", timeoutMs: 2000 },
    });
    expect(error.message).toContain("initialize on raw-server timed out after 2000 ms");
    expect(error.message).toContain("server/discover on raw-server timed out after 1000 ms");
    expect((error.cause as AggregateError).errors).toHaveLength(2);
  });

  test("a server that cannot be started again is told, too", async () => {
    let opens = 0;
    const server = rawServer({
      methods: { "server/discover": () => ({ odd: true }) },
      open: async (_context, dial) => {
        opens += 1;
        if (opens === 1) return await dial();
        throw transportError("cannot start it", { type: "spawn_failed", command: "it", osCode: "EAGAIN" });
      },
    });
    const error = await failure(connect(server.transport));
    expect(error.reason).toMatchObject({ type: "spawn_failed", osCode: "EAGAIN" });
    expect(error.message).toBe(
      "cannot connect to raw-server: cannot start it. Before that, the server/discover probe was answered with something else than a list of versions",
    );
  });
});

describe("what says nothing about the era", () => {
  test.each([
    transportError("no route", { type: "unreachable", host: "h", osCode: "EHOSTUNREACH" }),
    transportError("slow down", { type: "http_status", status: 429, retryAfter: 3000 }),
    transportError("sign in", { type: "http_status", status: 401 }),
  ])("rejects as it is: $message", async (lost) => {
    const server = rawServer({
      methods: {
        "server/discover": (_request, self) => {
          self.end(lost);
          return SILENT;
        },
      },
    });
    expect(await failure(connect(server.transport))).toBe(lost);
    expect(server.opened).toBe(1);
  });
});

test("a server of both eras is spoken to in the newest revision", async () => {
  const { client } = await open(memoryTransport(testServer({ tools: {} })));
  expect(client.session.protocolVersion).toBe("2026-07-28");
});

test("nothing is printed or reported about an ordinary fallback", async () => {
  const recorded = recorder();
  const server = rawServer({ methods: { "server/discover": () => fault(-32_601) } });
  const client = await connect(server.transport, recorded.options);
  await client.close();
  expect(recorded.diagnostics).toEqual([]);
});
