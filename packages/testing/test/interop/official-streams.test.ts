// Streams, subscriptions and cancellation as the official clients see them, so that they are not only our own reading.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, test } from "vitest";
import { type FetchHandlerOptions, type TestServer, testServer } from "../../src/index.ts";
import { type HttpServer, serveHttp } from "../../src/node/index.ts";
import { deferred } from "../support/deferred.ts";
import { sampleServer } from "../support/sample-server.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(server: TestServer, options: FetchHandlerOptions = {}): Promise<HttpServer> {
  const served = await serveHttp(server, options);
  open.push(() => served.close());
  return served;
}

async function modern(url: string): Promise<Client> {
  const client = new Client({ name: "official", version: "2" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  open.push(() => client.close());
  return client;
}

async function legacy(url: string): Promise<ClientV1> {
  const client = new ClientV1({ name: "official", version: "1" });
  // The 1.x transports declare their callbacks without undefined, which exactOptionalPropertyTypes minds.
  await client.connect(new TransportV1(new URL(url)) as Parameters<ClientV1["connect"]>[0]);
  open.push(() => client.close());
  return client;
}

test("the client 2.x listens, hears changes, and is told the end", async () => {
  const server = sampleServer();
  const { url } = await serve(server);
  const client = await modern(url);
  const changed = deferred();
  client.setNotificationHandler("notifications/tools/list_changed", () => changed.resolve());
  const subscription = await client.listen({
    toolsListChanged: true,
    resourceSubscriptions: ["file:///notes.md"],
  });
  expect(subscription.honoredFilter).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: ["file:///notes.md"],
  });
  server.announce.toolsChanged();
  await changed.promise;
  server.endSubscriptions();
  expect(await subscription.closed).toBe("graceful");
});

test("the client 2.x cancels a call by closing its stream", async () => {
  const aborted = deferred();
  const begun = deferred();
  const wait = (_args: object, context: { signal: AbortSignal }): Promise<string> => {
    begun.resolve();
    context.signal.addEventListener("abort", () => aborted.resolve());
    return new Promise(() => undefined);
  };
  const { url } = await serve(testServer({ tools: { wait } }));
  const client = await modern(url);
  const abort = new AbortController();
  const call = client.callTool({ name: "wait", arguments: {} }, { signal: abort.signal });
  await begun.promise;
  abort.abort();
  await expect(call).rejects.toThrow();
  await aborted.promise;
});

test("the client 1.x hears changes on its GET stream", async () => {
  const server = sampleServer();
  const { url } = await serve(server);
  const client = await legacy(url);
  const changed = deferred();
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => changed.resolve());
  server.announce.toolsChanged();
  await changed.promise;
});

test("the client 1.x takes up a stream that was dropped", async () => {
  const server = sampleServer();
  const served = await serve(server, { resume: true, retry: 10, answers: "sse" });
  server.define({
    tools: {
      slow: () => {
        // The connection goes away in the middle of the call, as with a proxy.
        served.handler?.dropStreams();
        return "late";
      },
    },
  });
  const client = await legacy(served.url);
  const result = await client.callTool({ name: "slow", arguments: {} });
  expect(result["content"]).toEqual([{ type: "text", text: "late" }]);
});

test("the client 1.x gets its answer as JSON, and without a session", async () => {
  const { url } = await serve(sampleServer(), { answers: "json", sessions: false, getStream: false });
  const client = await legacy(url);
  const result = await client.callTool({ name: "echo", arguments: { text: "hi" } });
  expect(result["content"]).toEqual([{ type: "text", text: "hi" }]);
});
