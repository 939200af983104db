import type { Revision } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { testServer } from "../../src/index.ts";
import { ask, dial, refusal } from "../support/dial.ts";
import { sampleServer } from "../support/sample-server.ts";

describe("methods", () => {
  test.each<[Revision, string]>([
    ["2026-07-28", "ping"],
    ["2026-07-28", "logging/setLevel"],
    ["2026-07-28", "resources/subscribe"],
    ["2026-07-28", "tasks/get"],
    ["2026-07-28", "initialize"],
    ["2025-11-25", "server/discover"],
    ["2025-11-25", "subscriptions/listen"],
    ["2025-06-18", "no/such"],
    ["2025-06-18", "toString"],
  ])("of %s do not include %s", async (revision, method) => {
    const peer = await dial(sampleServer(), revision);
    expect(await refusal(peer, method)).toMatchObject({
      code: -32601,
      message: `Method not found: ${method}`,
    });
  });

  test("behind a capability that was not announced do not exist", async () => {
    for (const revision of ["2026-07-28", "2025-11-25"] as const) {
      const peer = await dial(testServer({ tools: {} }), revision);
      expect(await refusal(peer, "prompts/list")).toMatchObject({ code: -32601 });
      expect(await ask(peer, "tools/list")).toMatchObject({ tools: [] });
    }
  });

  test("can be added and replaced", async () => {
    const server = testServer({
      methods: { "tasks/get": ({ taskId }) => ({ taskId }), "tools/list": () => ({ tools: 7 }) },
    });
    const peer = await dial(server);
    expect(await ask(peer, "tasks/get", { taskId: "t" })).toMatchObject({
      taskId: "t",
      resultType: "complete",
    });
    expect(await ask(peer, "tools/list")).toMatchObject({ tools: 7 });
  });
});

describe("discovery", () => {
  test("lists every enabled revision, newest first", async () => {
    const server = testServer({ revisions: ["2025-06-18", "2026-07-28"], instructions: "read me" });
    expect(server.revisions).toEqual(["2026-07-28", "2025-06-18"]);
    expect(await ask(await dial(server), "server/discover")).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-06-18"],
      capabilities: { logging: {} },
      instructions: "read me",
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "test-server", version: "1.0.0" } },
    });
  });
});

describe("initialize", () => {
  const server = testServer({
    revisions: ["2025-11-25", "2025-03-26"],
    serverInfo: { name: "s", version: "2" },
  });

  test.each([
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["nonsense", "2025-11-25"],
  ])("with %s is answered %s", async (requested, negotiated) => {
    const peer = await dial(server, "2025-11-25");
    const params = { protocolVersion: requested, capabilities: {}, clientInfo: { name: "c", version: "1" } };
    expect(await ask(peer, "initialize", params)).toEqual({
      protocolVersion: negotiated,
      capabilities: { logging: {} },
      serverInfo: { name: "s", version: "2" },
    });
  });

  test("without its params is refused", async () => {
    const peer = await dial(server, "2025-11-25");
    expect(await refusal(peer, "initialize", { protocolVersion: "2025-11-25" })).toMatchObject({
      code: -32602,
    });
  });

  test("is remembered, as is the end of the handshake", async () => {
    const fresh = testServer();
    const peer = await dial(fresh, "2025-11-25");
    expect(fresh.clients).toMatchObject([
      {
        revision: "2025-11-25",
        clientInfo: { name: "contract" },
        capabilities: { roots: {} },
        initialized: true,
      },
    ]);
    await peer.connection.close();
    expect(fresh.clients).toEqual([]);
  });

  test("a server without handshakes names its revisions", async () => {
    const modern = testServer({ revisions: ["2026-07-28"] });
    await expect(dial(modern, "2025-11-25")).rejects.toThrow(/negotiated revision/);
    const [request] = modern.received;
    expect(request).toMatchObject({ method: "initialize" });
  });
});

describe("params", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["tools/call", {}, "name is not a string"],
    ["tools/call", { name: "none" }, "Unknown tool: none"],
    ["tools/call", { name: "echo", arguments: [] }, "arguments is not an object"],
    ["prompts/get", { name: "none" }, "Unknown prompt: none"],
    ["prompts/get", { name: "review" }, "Missing required argument: code"],
    ["completion/complete", {}, "ref and argument are required"],
    ["subscriptions/listen", {}, "notifications is not an object"],
    [
      "subscriptions/listen",
      { notifications: { toolsListChanged: "yes" } },
      "toolsListChanged is not a boolean",
    ],
    [
      "subscriptions/listen",
      { notifications: { resourceSubscriptions: [7] } },
      "resourceSubscriptions is not a list",
    ],
  ])("of %s: %j is -32602", async (method, params, message) => {
    const error = await refusal(await dial(sampleServer()), method, params);
    expect(error["code"]).toBe(-32602);
    expect(error["message"]).toContain(message);
  });

  test("a missing resource has the code of its revision", async () => {
    const params = { uri: "file:///none" };
    const expected = { message: "Resource not found: file:///none", data: { uri: "file:///none" } };
    expect(await refusal(await dial(sampleServer()), "resources/read", params)).toEqual({
      code: -32602,
      ...expected,
    });
    expect(await refusal(await dial(sampleServer(), "2025-11-25"), "resources/read", params)).toEqual({
      code: -32002,
      ...expected,
    });
  });
});
