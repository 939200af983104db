import { Client, SdkError } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpError, transportError } from "@snodo/protocol";
import { memoryTransport, type TestServer, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { toSdkTransport } from "../../src/index.ts";
import { failure } from "../support/failure.ts";

function notesServer(): TestServer {
  return testServer({
    tools: {
      echo: (args) => JSON.stringify(args),
      count: (_args, context) => {
        for (let progress = 1; progress <= 3; progress += 1) context.progress(progress, 3);
        return "counted";
      },
      greet: async (_args, context) => {
        const { who } = await context.input({
          who: {
            method: "elicitation/create",
            params: {
              message: "who?",
              requestedSchema: { type: "object", properties: { name: { type: "string" } } },
            },
          },
        });
        return `hello ${String((who?.["content"] as { name?: unknown })?.name)}`;
      },
      hang: (_args, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    },
    capabilities: { tools: { listChanged: true } },
  });
}

const info = { name: "host", version: "1.0.0" };

describe("the SDK's client of v2", () => {
  const open = async (pin: "2026-07-28" | "legacy") => {
    const server = notesServer();
    const transport = memoryTransport(server);
    const client = new Client(info, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: pin === "legacy" ? "legacy" : { pin } },
    });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
    await client.connect(toSdkTransport(transport));
    return { client, server, transport };
  };

  describe.each(["2026-07-28", "legacy"] as const)("%s", (pin) => {
    test("calls, with progress and input", async () => {
      const { client } = await open(pin);
      expect(client.getNegotiatedProtocolVersion()).toBe(pin === "legacy" ? "2025-11-25" : pin);
      expect(await client.callTool({ name: "echo", arguments: { a: 1 } })).toMatchObject({
        content: [{ text: '{"a":1}' }],
      });
      const seen: number[] = [];
      await client.callTool({ name: "count" }, { onprogress: ({ progress }) => seen.push(progress) });
      expect(seen).toEqual([1, 2, 3]);
      expect(await client.callTool({ name: "greet" })).toMatchObject({ content: [{ text: "hello Ada" }] });
      await client.close();
    });

    test("cancelling tells the server once", async () => {
      const { client, server } = await open(pin);
      const controller = new AbortController();
      const call = failure(client.callTool({ name: "hang" }, { signal: controller.signal }));
      await client.callTool({ name: "echo" });
      controller.abort(new Error("enough"));
      expect(await call).toBeInstanceOf(SdkError);
      await client.callTool({ name: "echo" });
      expect(
        server.received.filter(
          (message) => "method" in message && message.method === "notifications/cancelled",
        ),
      ).toHaveLength(1);
      await client.close();
    });

    test("a lost connection rejects with the transport's own error, and closes the client", async () => {
      const { client, transport } = await open(pin);
      const closed = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      const call = failure(client.callTool({ name: "hang" }));
      await client.callTool({ name: "echo" });
      transport.sever();
      const error = await call;
      expect(error).toBeInstanceOf(McpError);
      expect(error).toMatchObject({ reason: { type: "connection_lost" } });
      await closed;
    });

    test("close ends the server's side", async () => {
      const { client, server } = await open(pin);
      const call = failure(client.callTool({ name: "hang" }));
      await client.callTool({ name: "echo" });
      await client.close();
      await call;
      expect(server.clients).toEqual([]);
    });
  });

  test("listen delivers changes until it is closed, with one cancellation on the wire", async () => {
    const { client, server } = await open("2026-07-28");
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes += 1;
    });
    const subscription = await client.listen({ toolsListChanged: true });
    server.announce.toolsChanged();
    await client.callTool({ name: "echo" });
    expect(changes).toBe(1);
    await subscription.close();
    await client.callTool({ name: "echo" });
    expect(server.openSubscriptions).toBe(0);
    expect(
      server.received.filter(
        (message) => "method" in message && message.method === "notifications/cancelled",
      ),
    ).toHaveLength(1);
    await client.close();
  });

  test("the probe finds the newest version, and the older era where there is only that", async () => {
    for (const revisions of [["2026-07-28", "2025-11-25"], ["2025-11-25"]] as const) {
      const client = new Client(info, { versionNegotiation: { mode: "auto" } });
      await client.connect(toSdkTransport(memoryTransport(testServer({ revisions }))));
      expect(client.getNegotiatedProtocolVersion()).toBe(revisions[0]);
      await client.close();
    }
  });
});

test("the SDK's client of v1", async () => {
  const server = notesServer();
  const client = new ClientV1(info, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  await client.connect(toSdkTransport(memoryTransport(server)));
  expect(await client.callTool({ name: "greet" })).toMatchObject({ content: [{ text: "hello Ada" }] });
  const seen: number[] = [];
  await client.callTool({ name: "count" }, undefined, { onprogress: ({ progress }) => seen.push(progress) });
  expect(seen).toEqual([1, 2, 3]);
  server.announce.toolsChanged();
  await client.ping();
  expect(changes).toBe(1);
  await client.close();
  expect(server.clients).toEqual([]);
});

test("a transport that cannot be opened rejects connect with its own error", async () => {
  const cause = transportError("cannot start it", { type: "spawn_failed", command: "x" });
  const client = new Client(info);
  const transport = toSdkTransport({ kind: "broken", label: "x", open: () => Promise.reject(cause) });
  expect(await failure(client.connect(transport))).toBe(cause);
});

test("it is started once", async () => {
  const transport = toSdkTransport(memoryTransport(notesServer()));
  await transport.start();
  await expect(transport.start()).rejects.toThrow("this transport was started already");
  await transport.close();
  await transport.close();
});

test("before it is open and after it is closed nothing is sent", async () => {
  const transport = toSdkTransport(memoryTransport(notesServer(), { label: "notes" }));
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const refused = {
    kind: "transport",
    reason: { type: "closed" },
    message: "nothing was sent to notes: the connection is not open",
  };
  expect(await failure(transport.send(ping))).toMatchObject(refused);
  await transport.start();
  await transport.close();
  expect(await failure(transport.send(ping))).toMatchObject(refused);
});

test("closed while it opens, it does not stay open", async () => {
  let closed = 0;
  let opened = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const transport = toSdkTransport({
    kind: "slow",
    label: "slow",
    async open() {
      await ready;
      return {
        send: () => ({ response: new Promise(() => undefined), cancel: () => undefined }),
        close: async () => {
          closed += 1;
        },
      };
    },
  });
  const starting = failure(transport.start());
  await transport.close();
  opened();
  expect(await starting).toMatchObject({ reason: { type: "closed" } });
  expect(closed).toBe(1);
});

test("what is no message is a misuse, and so is what is no transport", async () => {
  const transport = toSdkTransport(memoryTransport(notesServer()));
  await transport.start();
  await expect(transport.send([])).rejects.toThrow(TypeError);
  await expect(transport.send({ hello: true })).rejects.toThrow(TypeError);
  await transport.close();
  expect(() => toSdkTransport({} as never)).toThrow(TypeError);
});
