// @req call.one-api, http.subscription-apart, server-request.http, call.tool-headers-by-name, close.ends-session
// @req call.tool-headers-by-definition, http.progress-as-it-arrives, http.session-expired, version.probe-error
// @req http.initialize-headers, call.unknown-outcome
import { isMcpError, REVISIONS, type Tool } from "@snodo/protocol";
import { type FetchHandlerOptions, manualClock, type TestServerDefinition, testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ConnectOptions, connect } from "../../src/index.ts";
import { failure, gate, open, recorder } from "../support/clients.ts";
import { ANSWER, ASK, answering } from "../support/rounds.ts";
import { http } from "../support/siblings.ts";

const REGION = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } };

async function begin(
  definition: TestServerDefinition,
  options: ConnectOptions = {},
  served: FetchHandlerOptions = {},
) {
  const server = testServer(definition);
  const host = await serveHttp(server, served);
  onTestFinished(() => host.close());
  return { server, host, ...(await open(http(host.url), options)) };
}

const text = ({ content }: { readonly content: readonly object[] }) => (content[0] as { text: string }).text;

describe.each(REVISIONS)("in %s", (protocol) => {
  const tools: TestServerDefinition["tools"] = {
    echo: (args) => JSON.stringify(args),
    count: ({ to }, context) => {
      for (let step = 1; step <= Number(to); step += 1) context.progress(step, Number(to));
      return "counted";
    },
    ask: async (_args, context) => JSON.stringify(await context.input({ q: ASK.form })),
    log: (_args, context) => {
      context.log("warning", "careful");
      return "";
    },
  };

  test("calls, progress, input, logs and subscriptions", async () => {
    const logs: unknown[] = [];
    const { client, server, diagnostics } = await begin(
      { tools, resources: { "file:///a": "A" } },
      { protocol, inputHandlers: answering().handlers, onLog: (message) => logs.push(message.data) },
    );
    expect(text(await client.callTool("echo", { a: "ü" }))).toBe('{"a":"ü"}');
    const seen: number[] = [];
    await client.callTool("count", { to: 500 }, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual(Array.from({ length: 500 }, (_none, at) => at + 1));
    expect(text(await client.callTool("ask"))).toBe(JSON.stringify({ q: ANSWER.form }));
    await client.callTool("log");
    expect(logs).toEqual(["careful"]);
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a"],
    });
    server.announce.resourceUpdated("file:///a");
    expect(await subscription.next()).toMatchObject({ value: { method: "notifications/resources/updated" } });
    await subscription.close();
    expect(diagnostics).toEqual([]);
  });

  test("an error answer is the server's, whatever its status", async () => {
    const { client } = await begin({ tools }, { protocol });
    const error = await failure(client.request("prompts/list"));
    expect(error).toMatchObject({ kind: "server", code: -32_601 });
  });
});

describe("2026-07-28", () => {
  const protocol = "2026-07-28";
  const search = {
    inputSchema: REGION,
    handler: ({ region }: Record<string, unknown>) => `in ${String(region)}`,
  };

  test("a tool that needs headers works by name at the first call, and by definition", async () => {
    const { client, server } = await begin({ tools: { search } }, { protocol });
    expect(text(await client.callTool("search", { region: "eu-β" }))).toBe("in eu-β");
    const methods = server.received.flatMap((message) => ("method" in message ? [message.method] : []));
    expect(methods).toEqual(["tools/list", "tools/call"]);
    const [definition] = await client.listTools();
    expect(text(await client.callTool(definition as Tool, { region: "us" }))).toBe("in us");
  });

  test("an argument that does not fit its header is refused before anything is sent", async () => {
    const { client, server } = await begin({ tools: { search } }, { protocol });
    await client.listTools();
    const before = server.received.length;
    const error = await failure(client.callTool("search", { region: 7 }));
    expect([error.kind, error.sent]).toEqual(["protocol", "no"]);
    expect(error.message).toContain(
      'argument "region" must be a well-formed string to be sent as Mcp-Param-Region',
    );
    expect(server.received).toHaveLength(before);
  });

  test("closing the client leaves subscriptions open; closing them ends them on the server", async () => {
    const { client, server } = await begin({ tools: {} }, { protocol });
    const subscription = await client.listen({ toolsListChanged: true });
    await client.close();
    server.announce.toolsChanged();
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
    await subscription.close();
    while (server.openSubscriptions > 0) await manualClock().flush();
  });

  test("a cut subscription ends with the error, or is opened again", async () => {
    const { client, server, host } = await begin({ tools: {} }, { protocol, random: () => 0 });
    const plain = await client.listen({ toolsListChanged: true });
    const lasting = await client.listen({ toolsListChanged: true }, { resubscribe: { minDelay: 1 } });
    host.handler?.dropStreams();
    expect((await plain.next()).value).toMatchObject({
      type: "closed",
      reason: { type: "failed", error: { kind: "transport" } },
    });
    expect((await lasting.next()).value).toEqual({
      type: "resubscribed",
      accepted: { toolsListChanged: true },
    });
    server.announce.toolsChanged();
    expect((await lasting.next()).value?.type).toBe("notification");
    await lasting.close();
  });

  test("a lost `tools/call` may have run, and is not sent again", async () => {
    const begun = gate();
    const { client, server, host } = await begin(
      {
        tools: {
          pay: () => {
            begun.open();
            return new Promise(() => undefined);
          },
        },
      },
      { protocol },
    );
    const failing = failure(client.callTool("pay"));
    await begun.opened;
    host.sever();
    expect(await failing).toMatchObject({
      kind: "transport",
      code: -32_000,
      reason: { type: "outcome_unknown" },
    });
    expect(
      server.received.filter((message) => "method" in message && message.method === "tools/call"),
    ).toHaveLength(1);
  });
});

describe("the initialize era", () => {
  const protocol = "2025-11-25";

  test("a session is issued, shown, and ended by `close`", async () => {
    const { client, host } = await begin({ tools: {} }, { protocol });
    expect(host.handler?.sessionIds).toEqual([client.session.sessionId]);
    await client.close();
    expect(host.handler?.sessionIds).toEqual([]);
  });

  test("a session that the server forgot is taken up again once, for all calls at the same time", async () => {
    const { client, server, host } = await begin({ tools: { echo: () => "ok" } }, { protocol });
    const before = client.session.sessionId;
    host.handler?.expire();
    await Promise.all(Array.from({ length: 5 }, () => client.callTool("echo")));
    expect(client.session.sessionId).not.toBe(before);
    expect(
      server.received.filter((message) => "method" in message && message.method === "initialize"),
    ).toHaveLength(2);
  });

  test("a kept session is taken up without a handshake", async () => {
    const { client, server, host } = await begin({ tools: { echo: () => "ok" } }, { protocol });
    const session = { id: client.session.sessionId ?? "", protocolVersion: client.session.protocolVersion };
    const again = await open(http(host.url), { session });
    expect(text(await again.client.callTool("echo"))).toBe("ok");
    expect(
      server.received.filter((message) => "method" in message && message.method === "initialize"),
    ).toHaveLength(1);
  });

  test("the time of a handler counts against the call it belongs to", async () => {
    const { client } = await begin(
      { tools: { ask: async (_args, context) => JSON.stringify(await context.ask("roots/list")) } },
      { protocol, inputHandlers: { roots: () => new Promise(() => undefined) } },
    );
    const error = await failure(client.callTool("ask", {}, { timeout: 100 }));
    expect(isMcpError(error, "timeout")).toBe(true);
  });
});

test("a server that is not there is told by host and code", async () => {
  const host = await serveHttp(testServer());
  await host.close();
  const error = await failure(connect(http(host.url), recorder().options));
  expect(error).toMatchObject({
    kind: "transport",
    code: -32_000,
    reason: { type: "unreachable", osCode: "ECONNREFUSED" },
    sent: "no",
  });
  expect(error.message).toContain("ECONNREFUSED");
});

test("429 and a refused token on the probe are errors, not a verdict", async () => {
  for (const status of [429, 401, 403]) {
    const { host } = await (async () => {
      const served = await serveHttp(() => new Response("no", { status, headers: { "retry-after": "7" } }));
      onTestFinished(() => served.close());
      return { host: served };
    })();
    const error = await failure(connect(http(host.url), recorder().options));
    expect(error.kind).toBe("transport");
    expect(error.message).toContain(String(status));
    expect(host.requests).toBe(1);
  }
});
