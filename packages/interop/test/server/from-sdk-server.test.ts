import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Client, type ConnectOptions, connect } from "@snodo/client";
import { type Progress, REVISIONS, type Revision, type Transport } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { fromSdkServer } from "../../src/index.ts";
import { failure } from "../support/failure.ts";
import { type Made, v1Server } from "../support/v1-server.ts";
import { v2Server } from "../support/v2-server.ts";

interface Subject {
  readonly transport: Transport;
  readonly made: Pick<Made, "seen" | "aborted">;
  /** Tells clients that the tools changed. */
  toolsChanged(): void;
  /** Makes the server close its connection. */
  hangUp(): Promise<void>;
}

function v1(): Subject {
  const { factory, made } = v1Server();
  return {
    transport: fromSdkServer(factory),
    made,
    toolsChanged: () => made.servers.at(-1)?.sendToolListChanged(),
    hangUp: async () => await made.servers.at(-1)?.close(),
  };
}

function v1Object(): Subject {
  const { factory, made } = v1Server();
  const server = factory();
  return {
    transport: fromSdkServer(server),
    made,
    toolsChanged: () => server.sendToolListChanged(),
    hangUp: () => server.close(),
  };
}

function v2(serve: boolean): Subject {
  const { factory, made } = v2Server();
  return {
    transport: fromSdkServer(factory, serve ? { serve: serveStdio } : {}),
    made,
    toolsChanged: () => made.servers.at(-1)?.sendToolListChanged(),
    hangUp: async () => await made.servers.at(-1)?.close(),
  };
}

const SUBJECTS: readonly [name: string, revision: Revision, make: () => Subject][] = [
  ["a v1 server, made for each connection", "2025-11-25", v1],
  ["a v1 server, the same for all connections", "2025-11-25", v1Object],
  ["a v2 server, connected", "2025-11-25", () => v2(false)],
  ["a v2 server through serveStdio", "2025-11-25", () => v2(true)],
  ["a v2 server through serveStdio", "2026-07-28", () => v2(true)],
];

describe.each(SUBJECTS)("%s on %s", (_name, revision, make) => {
  const open = async (options: ConnectOptions = {}): Promise<Subject & { readonly client: Client }> => {
    const subject = make();
    const client = await connect(subject.transport, { protocol: revision, ...options });
    return { ...subject, client };
  };

  test("lists, calls and reads", async () => {
    await using client = (await open()).client;
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      "echo",
      "report",
      "greet",
      "hang",
      "odd",
    ]);
    expect(await client.callTool("echo", { text: "hello" })).toMatchObject({
      content: [{ type: "text", text: '{"text":"hello"}' }],
    });
    expect(await client.readResource("file:///notes.md")).toMatchObject({
      contents: [{ uri: "file:///notes.md", text: "notes" }],
    });
  });

  test("values cross as JSON: nothing is shared, and what JSON cannot carry does not arrive", async () => {
    const { client, made } = await open();
    const nested = { list: [1] };
    const args = { nested, gone: undefined, at: new Date(0), nan: Number.NaN, run: () => 1 };
    await client.callTool("echo", args as never);
    expect(made.seen).toEqual([{ nested: { list: [1] }, at: "1970-01-01T00:00:00.000Z", nan: null }]);
    expect((made.seen[0] as typeof args).nested).not.toBe(nested);
    await client.close();
  });

  test("progress arrives in order, before the call resolves", async () => {
    await using client = (await open()).client;
    const seen: Progress[] = [];
    await client.callTool("report", {}, { onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  test("the server's questions are answered by the input handlers", async () => {
    const inputHandlers = { form: () => ({ action: "accept", content: { name: "Ada" } }) as const };
    await using client = (await open({ inputHandlers })).client;
    expect(await client.callTool("greet")).toMatchObject({ content: [{ text: "hello Ada" }] });
  });

  test("changes reach a subscription until it is closed", async () => {
    const { client, toolsChanged } = await open();
    const changes = await client.listen({ toolsListChanged: true });
    toolsChanged();
    const first = await changes.next();
    expect(first.value).toMatchObject({ method: "notifications/tools/list_changed" });
    await changes.close();
    toolsChanged();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    await client.close();
  });

  test("a call that is given up is given up there, too", async () => {
    const { client, made } = await open();
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = failure(client.callTool("hang", {}, { signal: controller.signal }));
    await client.callTool("echo");
    controller.abort(reason);
    expect(await call).toBe(reason);
    await client.callTool("echo");
    expect(made.aborted).toHaveLength(1);
    await client.close();
  });

  test("closing the client settles its calls and ends what the server is doing for it", async () => {
    const { client, made } = await open();
    const call = failure(client.callTool("hang"));
    await client.callTool("echo");
    await client.close();
    expect(await call).toMatchObject({ kind: "transport", reason: { type: "closed" } });
    expect(made.aborted).toHaveLength(1);
  });

  test("a server that hangs up fails what is in flight, and says so", async () => {
    const { client, hangUp } = await open();
    const call = failure(client.callTool("hang"));
    await client.callTool("echo");
    await hangUp();
    expect(await call).toMatchObject({
      kind: "transport",
      reason: { type: "outcome_unknown" },
      sent: "maybe",
    });
    expect(await client.closed).toMatchObject({
      reason: { type: "connection_lost" },
      message: "the in-process server closed the connection",
    });
    expect(await failure(client.callTool("echo"))).toMatchObject({ sent: "no" });
  });

  test("an answer that JSON cannot carry fails its call at once", async () => {
    await using client = (await open()).client;
    expect(await failure(client.callTool("odd"))).toMatchObject({
      code: -32603,
      message: expect.stringContaining("cannot be written as JSON"),
    });
  });

  test("arguments that JSON cannot carry are a misuse", async () => {
    await using client = (await open()).client;
    await expect(client.callTool("echo", { count: 1n } as never)).rejects.toThrow(TypeError);
  });

  test("the transport can be opened again", async () => {
    const { transport, client } = await open();
    await client.close();
    await using again = await connect(transport, { protocol: revision });
    expect(await again.callTool("echo")).toMatchObject({ content: [{ text: "{}" }] });
  });
});

test("with serve and no pin the newest revision is spoken, and the server says who it is", async () => {
  const { factory } = v2Server();
  await using client = await connect(fromSdkServer(factory, { serve: serveStdio }));
  expect(client.session).toMatchObject({
    protocolVersion: "2026-07-28",
    serverInfo: { name: "v2" },
    instructions: "be kind",
  });
});

test("without serve no probe is sent: only the handshake can succeed", async () => {
  const { factory, made } = v2Server();
  await using client = await connect(fromSdkServer(factory));
  expect(client.session.protocolVersion).toBe("2025-11-25");
  expect(made.servers).toHaveLength(1);
});

test.each(REVISIONS.filter((revision) => revision < "2026-07-28"))(
  "%s is negotiated with v1",
  async (revision) => {
    await using client = await connect(v1().transport, { protocol: revision });
    expect(client.session.protocolVersion).toBe(revision);
  },
);

test("a stateless pin without serve is refused with what would work", async () => {
  expect(await failure(connect(v1().transport, { protocol: "2026-07-28" }))).toMatchObject({
    code: -32602,
    reason: { type: "unsupported_version", requested: ["2026-07-28"] },
  });
});

test("a server object serves one connection at a time, and a second one is told what to do", async () => {
  const { transport } = v1Object();
  await using first = await connect(transport);
  const error = await failure(connect(transport));
  expect(error).toMatchObject({
    kind: "transport",
    reason: { type: "unreachable" },
    message:
      "the in-process server serves a connection already: give fromSdkServer a function that makes a server for each",
  });
  expect(await first.callTool("echo")).toBeDefined();
});

test("a server that is connected elsewhere is not torn from there", async () => {
  const { factory } = v1Server();
  const server = factory();
  await server.connect({
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
  });
  expect(await failure(connect(fromSdkServer(server)))).toMatchObject({ reason: { type: "unreachable" } });
});

test("a server that cannot be made says why", async () => {
  const cause = new Error("no database");
  const transport = fromSdkServer(
    () => {
      throw cause;
    },
    { label: "notes" },
  );
  expect(await failure(connect(transport))).toMatchObject({
    kind: "transport",
    reason: { type: "unreachable" },
    message: "cannot connect to notes: no database",
    cause,
    sent: "no",
  });
});

test("a server that takes forever to be made can be given up", async () => {
  let finish = (_server: ReturnType<ReturnType<typeof v1Server>["factory"]>): void => undefined;
  const { factory } = v1Server();
  const controller = new AbortController();
  const transport = fromSdkServer(() => new Promise((resolve) => (finish = resolve)));
  const connecting = failure(connect(transport, { signal: controller.signal }));
  await Promise.resolve();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await connecting).toBe(reason);
  // Made too late, it is not left connected to nobody.
  const server = factory();
  finish(server);
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.isConnected()).toBe(false);
});

test("handlers find the authentication that was given", async () => {
  const { factory } = v1Server();
  const transport = fromSdkServer(
    () => {
      const server = factory();
      server.registerTool("whoami", {}, (extra) => ({
        content: [{ type: "text", text: String(extra.authInfo?.clientId) }],
      }));
      return server;
    },
    { authInfo: { token: "t", clientId: "ada", scopes: [] } },
  );
  await using client = await connect(transport);
  expect(await client.callTool("whoami")).toMatchObject({ content: [{ text: "ada" }] });
});

test("what cannot be a server is a misuse", () => {
  expect(() => fromSdkServer({} as never)).toThrow(TypeError);
  expect(() => fromSdkServer(undefined as never)).toThrow(TypeError);
  expect(() => fromSdkServer(v2Server().factory(), { serve: serveStdio })).toThrow(
    "serve needs a function that makes servers",
  );
});
