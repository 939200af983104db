import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { connect } from "@snodo/client";
import type { Diagnostic } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { fromSdkTransport } from "../../src/index.ts";
import { failure } from "../support/failure.ts";
import { answering, pinned, scripted } from "../support/scripted.ts";
import { v2Server } from "../support/v2-server.ts";

const everything = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist/index.js",
);
const command = { command: process.execPath, args: [everything, "stdio"], stderr: "ignore" as const };

describe.each([
  ["v2", () => new StdioClientTransport(command)],
  ["v1", () => new StdioClientTransportV1(command)],
] as const)("stdio of %s", (_name, make) => {
  test("calls a server in a child process, through the era fallback", async () => {
    await using client = await connect(fromSdkTransport(make, { label: "everything" }));
    expect(client.session.protocolVersion).toBe("2025-11-25");
    const seen: number[] = [];
    const result = await client.callTool(
      "trigger-long-running-operation",
      { duration: 0.1, steps: 3 },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    expect(result.isError).not.toBe(true);
    expect(seen).toEqual([1, 2, 3]);
  });
});

test("a command that does not exist is told as such", async () => {
  const transport = fromSdkTransport(() => new StdioClientTransport({ command: "no-such-command" }));
  const error = await failure(connect(transport));
  expect(error).toMatchObject({
    kind: "transport",
    sent: "no",
    reason: { type: "spawn_failed", command: "no-such-command", osCode: "ENOENT" },
  });
});

describe("HTTP of v2, in process", () => {
  const overHttp = (protocol: "2026-07-28" | "2025-11-25") => {
    const { factory, made } = v2Server();
    const handler = createMcpHandler(factory);
    const transport = fromSdkTransport(
      () =>
        new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
          fetch: (url, init) => handler.fetch(new Request(url, init as RequestInit)),
        }),
      { label: "handler" },
    );
    return { handler, made, open: () => connect(transport, { protocol }) };
  };

  test.each(["2026-07-28", "2025-11-25"] as const)("%s works", async (protocol) => {
    const { open } = overHttp(protocol);
    await using client = await open();
    expect(await client.callTool("echo", { a: 1 })).toMatchObject({ content: [{ text: '{"a":1}' }] });
    const seen: number[] = [];
    await client.callTool("report", {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
  });

  test("a JSON-RPC error in the body of an HTTP error is the call's error", async () => {
    await using client = await overHttp("2026-07-28").open();
    expect(await failure(client.request("no/such/method"))).toMatchObject({ kind: "server", code: -32601 });
  });

  test("a call that is given up aborts the request, and sends no notification", async () => {
    const { made, open } = overHttp("2026-07-28");
    await using client = await open();
    const controller = new AbortController();
    const call = failure(client.callTool("hang", {}, { signal: controller.signal }));
    await client.callTool("echo");
    controller.abort("enough");
    expect(await call).toBe("enough");
    await client.callTool("echo");
    expect(made.aborted).toHaveLength(1);
  });

  test("a subscription ends with the handler, and leaves nothing open when it is closed", async () => {
    const { handler, open } = overHttp("2026-07-28");
    await using client = await open();
    const changes = await client.listen({ toolsListChanged: true });
    handler.notify.toolsChanged();
    expect((await changes.next()).value).toMatchObject({ method: "notifications/tools/list_changed" });
    await handler.close();
    expect((await changes.next()).value).toMatchObject({ type: "closed" });
  });
});

test("in memory, both eras through serveStdio; messages are copied although the SDK passes references", async () => {
  const { factory, made } = v2Server();
  const transport = fromSdkTransport(() => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(factory, { transport: far });
    return near;
  });
  for (const protocol of ["2026-07-28", "2025-11-25"] as const) {
    await using client = await connect(transport, { protocol });
    const args = { nested: { deep: 1 }, gone: undefined };
    await client.callTool("echo", args);
    expect(made.seen.at(-1)).toEqual({ nested: { deep: 1 } });
    expect((made.seen.at(-1) as typeof args).nested).not.toBe(args.nested);
    expect(await failure(client.callTool("odd"))).toMatchObject({ code: -32603 });
  }
});

test("an object is used once, and says so when it is opened again", async () => {
  const transport = fromSdkTransport(
    answering(() => undefined),
    { label: "s" },
  );
  await using client = await connect(transport, pinned);
  expect(client.session.protocolVersion).toBe("2025-11-25");
  expect(await failure(connect(transport, pinned))).toMatchObject({
    kind: "transport",
    reason: { type: "closed" },
    message:
      "s cannot be connected to again: a transport of the SDK starts once; give fromSdkTransport a function that makes one, or pin protocol",
  });
});

test("the negotiated version is told to the transport", async () => {
  const told: string[] = [];
  const transport = answering(() => undefined);
  transport.setProtocolVersion = (version) => void told.push(version);
  await using client = await connect(fromSdkTransport(transport), pinned);
  expect(client.session.era).toBe("initialize");
  expect(told).toEqual(["2025-11-25"]);
});

test("ending the session is the transport's business", async () => {
  let ended = 0;
  const transport = Object.assign(
    answering(() => undefined),
    {
      sessionId: "s1",
      terminateSession: async () => {
        ended += 1;
      },
    },
  );
  const client = await connect(fromSdkTransport(transport), pinned);
  expect(client.session.sessionId).toBe("s1");
  await client.close();
  expect(ended).toBe(1);
});

test("what the transport reports is a diagnostic, and its end is the connection's", async () => {
  const diagnostics: Diagnostic[] = [];
  const transport = answering(() => undefined);
  const client = await connect(fromSdkTransport(transport, { label: "s" }), {
    ...pinned,
    diagnostics: { report: (diagnostic) => void diagnostics.push(diagnostic) },
  });
  transport.onerror?.(new Error("odd line"));
  expect(diagnostics).toMatchObject([
    {
      level: "debug",
      code: "sdk_transport_error",
      message: "the SDK transport reported: odd line",
      server: "s",
    },
  ]);
  const call = failure(client.callTool("x"));
  transport.onclose?.();
  expect(await call).toMatchObject({ reason: { type: "outcome_unknown" }, sent: "maybe" });
  expect(await client.closed).toMatchObject({
    reason: { type: "connection_lost" },
    message: "the connection to s was lost",
  });
});

test("a transport that fails to start is closed, and the reason is told", async () => {
  let closed = 0;
  const transport = scripted({
    start: () => Promise.reject(new Error("no port")),
    close: async () => {
      closed += 1;
    },
  });
  expect(await failure(connect(fromSdkTransport(transport, { label: "s" }), pinned))).toMatchObject({
    kind: "transport",
    message: "the connection to s failed: no port",
  });
  expect(closed).toBe(1);
});

test("starting can be given up", async () => {
  let closed = 0;
  const transport = scripted({
    start: () => new Promise(() => undefined),
    close: async () => {
      closed += 1;
    },
  });
  const controller = new AbortController();
  const connecting = failure(connect(fromSdkTransport(transport), { ...pinned, signal: controller.signal }));
  await Promise.resolve();
  controller.abort("enough");
  expect(await connecting).toBe("enough");
  expect(closed).toBe(1);
});

test("a transport that never closes does not hold the client", async () => {
  const clock = manualClock();
  const diagnostics: Diagnostic[] = [];
  const transport = answering(() => undefined);
  transport.close = () => new Promise(() => undefined);
  const client = await connect(fromSdkTransport(transport), {
    ...pinned,
    clock,
    diagnostics: { report: (diagnostic) => void diagnostics.push(diagnostic) },
  });
  const closing = client.close();
  await clock.advance(5000);
  await closing;
  expect(diagnostics).toMatchObject([{ code: "sdk_transport_close", level: "warning" }]);
});

test("what is no transport is a misuse", () => {
  expect(() => fromSdkTransport({} as never)).toThrow(TypeError);
});
