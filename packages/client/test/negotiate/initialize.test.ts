// @req version.initialize-params, version.negotiated, version.initialized, version.session, version.all-five
// @req version.pin-initialize, version.none-supported, cancel.initialize, custom.no-notify, option.client-info
// @req option.client-capabilities, rule.26
import { META } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { connect, VERSION } from "../../src/index.ts";
import { failure, INITIALIZE_REVISIONS, open, recorder } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

test("a refusal that names versions and things that are none names the versions", async () => {
  // An object with a `toString` that is no function cannot be made a text.
  const supported = ["2031-01-01", { toString: 1 }, null, 7];
  const server = rawServer({ methods: { initialize: () => fault(-32_602, "no", { supported }) } });
  const error = await failure(connect(server.transport, { protocol: "2025-11-25" }));
  expect(error.message).toBe(
    "cannot agree on a protocol version with raw-server: this client allows 2025-11-25, the server speaks " +
      "2031-01-01 (no)",
  );
  expect(error.data).toEqual({ requested: ["2025-11-25"], supported: ["2031-01-01"] });
});

test("a discovery with versions that are no text names those that are", async () => {
  const supportedVersions = [{ toString: 1 }, "2031-01-01"];
  const server = rawServer({ methods: { "server/discover": () => ({ supportedVersions }) } });
  const error = await failure(connect(server.transport));
  expect(error.data).toMatchObject({ supported: ["2031-01-01"] });
});

describe.each(INITIALIZE_REVISIONS)("pinned to %s", (protocol) => {
  test("shakes hands at once and speaks the revision", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    expect(server.received).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: protocol,
          capabilities: {},
          clientInfo: { name: "snodo", version: VERSION },
        },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ]);
    expect(client.session).toEqual({
      protocolVersion: protocol,
      era: "initialize",
      sessionId: undefined,
      serverInfo: { name: "raw", version: "1" },
      capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
      instructions: undefined,
    });
  });

  test("takes an older or newer allowed revision that the server chooses", async () => {
    const server = rawServer({
      methods: { initialize: () => ({ protocolVersion: "2025-03-26", capabilities: {} }) },
    });
    const { client } = await open(server.transport, { protocol: [protocol, "2025-03-26"] });
    expect(client.session.protocolVersion).toBe("2025-03-26");
  });

  test.each(["2031-01-01", "2026-07-28", "draft", ""])(
    "refuses the server's choice of %j",
    async (negotiated) => {
      const server = rawServer({
        methods: { initialize: () => ({ protocolVersion: negotiated, capabilities: {} }) },
      });
      const error = await failure(connect(server.transport, { protocol }));
      const data = { requested: [protocol], negotiated };
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_602,
        data,
        reason: { type: "unsupported_version" },
      });
      expect(error.message).toContain(`this client allows ${protocol}`);
      expect(server.closed).toBe(1);
      expect(server.requests("notifications/initialized")).toEqual([]);
    },
  );
});

test("declares who it is and what it can do", async () => {
  const server = rawServer();
  await open(server.transport, {
    protocol: "2025-06-18",
    clientInfo: { name: "app", version: "3", title: "App", websiteUrl: "https://app.example" },
    clientCapabilities: { experimental: { x: {} } },
    inputHandlers: { roots: () => ({ roots: [] }) },
  });
  expect(server.requests("initialize")[0]?.params).toMatchObject({
    capabilities: { experimental: { x: {} }, roots: { listChanged: false } },
    clientInfo: { name: "app", version: "3", title: "App", websiteUrl: "https://app.example" },
  });
});

describe("a result that is none", () => {
  test.each([
    ["null", null],
    ["an array", []],
    ["no version", { capabilities: {} }],
    ["a version of another type", { protocolVersion: 20_251_125 }],
    ["a version that is null", { protocolVersion: null }],
  ])("%s rejects and closes", async (_name, result) => {
    const server = rawServer({ methods: { initialize: () => result } });
    const error = await failure(connect(server.transport, { protocol: "2025-11-25" }));
    expect(error).toMatchObject({ kind: "protocol", code: -32_600, reason: { type: "invalid_result" } });
    expect(error.message).toBe("initialize on raw-server failed: the result names no protocolVersion");
    expect(server.closed).toBe(1);
  });

  test("parts of another type count as unsaid", async () => {
    const result = { protocolVersion: "2025-11-25", capabilities: [], serverInfo: "x", instructions: 7 };
    const server = rawServer({ methods: { initialize: () => result } });
    const { client } = await open(server.transport, { protocol: "2025-11-25" });
    expect(client.session).toMatchObject({
      serverInfo: undefined,
      capabilities: undefined,
      instructions: undefined,
    });
  });
});

describe("a refusal", () => {
  test("is the server's own error", async () => {
    const server = rawServer({ methods: { initialize: () => fault(-32_603, "no licence", { key: "KEY" }) } });
    const error = await failure(connect(server.transport, { protocol: "2025-11-25" }));
    expect(error).toMatchObject({
      kind: "server",
      code: -32_603,
      message: "no licence",
      data: { key: "KEY" },
    });
    expect(server.closed).toBe(1);
  });

  test("that names allowed versions is taken at its word", async () => {
    const server = rawServer({
      methods: {
        initialize: ({ params }) =>
          params?.["protocolVersion"] === "2024-11-05"
            ? { protocolVersion: "2024-11-05", capabilities: {} }
            : fault(-32_602, "Unsupported protocol version", { supported: ["2024-11-05"], requested: "x" }),
      },
    });
    const { client } = await open(server.transport, { protocol: INITIALIZE_REVISIONS });
    expect(client.session.protocolVersion).toBe("2024-11-05");
    expect(server.requests("initialize").map(({ id }) => id)).toEqual([1, 2]);
  });

  test("by a stateless server names both sides", async () => {
    const data = { supported: ["2026-07-28"], requested: "2025-11-25" };
    const server = rawServer({ methods: { initialize: () => fault(-32_022, "Not spoken here", data) } });
    const error = await failure(connect(server.transport, { protocol: "2025-11-25" }));
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_602,
      data: { requested: ["2025-11-25"], supported: ["2026-07-28"] },
    });
    expect(error.message).toContain("(Not spoken here)");
  });

  test("that names the very version it refuses does not make a loop", async () => {
    const server = rawServer({
      methods: { initialize: () => fault(-32_602, "no", { supported: ["2025-11-25", "2025-06-18"] }) },
    });
    const error = await failure(connect(server.transport, { protocol: INITIALIZE_REVISIONS }));
    expect(error.code).toBe(-32_602);
    expect(server.requests("initialize")).toHaveLength(1);
  });

  test("that always names a lower version ends with the lowest", async () => {
    const server = rawServer({
      methods: {
        initialize: ({ params }) =>
          fault(-32_602, "lower", {
            supported: INITIALIZE_REVISIONS.filter((known) => known < String(params?.["protocolVersion"])),
          }),
      },
    });
    await failure(connect(server.transport, { protocol: INITIALIZE_REVISIONS }));
    expect(server.requests("initialize")).toHaveLength(INITIALIZE_REVISIONS.length);
  });
});

describe("without an answer", () => {
  test("`initialize` runs into the client's timeout and is never cancelled", async () => {
    const clock = manualClock();
    const server = rawServer({ methods: { initialize: () => SILENT } });
    const failing = failure(connect(server.transport, { protocol: "2025-06-18", clock, timeout: 800 }));
    await server.arrived("initialize");
    await clock.advance(800);
    const error = await failing;
    expect(error).toMatchObject({ code: -32_001, reason: { type: "timeout", timeoutMs: 800 } });
    expect(error.message).toBe("initialize on raw-server timed out after 800 ms");
    expect(server.received).toHaveLength(1);
    expect(server.closed).toBe(1);
  });

  test("`notifications/initialized` that is never taken runs into it, too", async () => {
    const clock = manualClock();
    const server = rawServer({
      adapt: (connection) => Object.assign(connection, { notify: () => new Promise<void>(() => undefined) }),
    });
    const failing = failure(connect(server.transport, { protocol: "2025-11-25", clock, timeout: 500 }));
    await server.arrived("initialize");
    await clock.advance(500);
    const error = await failing;
    expect(error).toMatchObject({ kind: "transport", code: -32_001, sent: "maybe" });
    expect(error.message).toBe("notifications/initialized on raw-server timed out after 500 ms");
    expect(server.closed).toBe(1);
  });
});

describe("over a transport that cannot send notifications", () => {
  const mute = () => {
    const server = rawServer({
      adapt: (connection) => ({
        send: connection.send.bind(connection),
        close: connection.close.bind(connection),
      }),
    });
    return server;
  };

  test("an initialize-era pin is refused before anything is sent", async () => {
    const server = mute();
    const error = await failure(connect(server.transport, { protocol: "2025-11-25" }));
    expect(error).toMatchObject({ kind: "protocol", code: -32_602, data: { supported: ["2026-07-28"] } });
    expect(error.message).toContain("its transport cannot send notifications");
    expect(server.received).toEqual([]);
    expect(server.closed).toBe(1);
  });

  test("a stateless connection works", async () => {
    const server = mute();
    const { client } = await open(server.transport);
    expect(client.session.protocolVersion).toBe("2026-07-28");
    await client.callTool("any");
    expect(server.requests("tools/call")[0]?.params["_meta"]).toHaveProperty([META.protocolVersion]);
  });
});

test("what the server says and asks during the handshake is answered or dropped, and does not end it", async () => {
  const recorded = recorder();
  const server = rawServer({
    methods: {
      initialize: ({ id, params }, self) => {
        self.send(
          { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "starting" } },
          { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
          { jsonrpc: "2.0", id: "p", method: "ping" },
        );
        // Answered only once the pong is in.
        void self
          .arrivedAnswer("p")
          .then(() => self.reply(id, { protocolVersion: params?.["protocolVersion"], capabilities: {} }));
        return SILENT;
      },
    },
  });
  const { client } = await open(server.transport, { protocol: "2025-11-25", ...recorded.options });
  expect(client.session.protocolVersion).toBe("2025-11-25");
  expect(server.received).toContainEqual({ jsonrpc: "2.0", id: "p", result: {} });
});
