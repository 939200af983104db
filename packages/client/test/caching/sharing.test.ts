// The client's side of the response cache: who shares what.
// @req cache.custom, cache.isolation, cache.private
import { META } from "@snodo/protocol";
import { manualClock, memoryTransport, type TestServerDefinition, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { cached, HINT, protocol } from "../support/cached.ts";
import { dial, failure, open, recorder } from "../support/clients.ts";
import { SILENT } from "../support/raw-server.ts";
import { responseCache } from "../support/siblings.ts";

test("nobody can change what is kept", async () => {
  const { client } = await cached(
    {},
    { "tools/list": () => ({ ...HINT, tools: [{ name: "a", inputSchema: {} }] }) },
  );
  const first = await client.listTools();
  expect(() => ((first[0] as { name: string }).name = "changed")).toThrow(TypeError);
  (first as unknown[]).push("more");
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["a"]);
});

describe("sharing", () => {
  const definition = (cacheScope: "public" | "private"): TestServerDefinition => ({
    tools: { a: {} },
    cache: { ttlMs: 60_000, cacheScope },
  });
  const lists = (server: ReturnType<typeof testServer>) =>
    server.received.filter((message) => "method" in message && message.method === "tools/list").length;

  test("clients of one custom transport share public results; private ones are not kept", async () => {
    for (const [scope, sent] of [
      ["public", 1],
      ["private", 4],
    ] as const) {
      const server = testServer(definition(scope));
      const transport = memoryTransport(server);
      const cache = responseCache();
      for (const { client } of [
        await open(transport, { protocol, cache }),
        await open(transport, { protocol, cache }),
      ]) {
        await client.listTools();
        await client.listTools();
      }
      expect(lists(server)).toBe(sent);
    }
  });

  test("another transport, other metadata and another process share nothing", async () => {
    const server = testServer(definition("public"));
    const cache = responseCache();
    const transport = memoryTransport(server);
    await (await open(transport, { protocol, cache })).client.listTools();
    await (await open(memoryTransport(server), { protocol, cache })).client.listTools();
    await (
      await open(transport, { protocol, cache, clientInfo: { name: "other", version: "1" } })
    ).client.listTools();
    await (await open(transport, { protocol, cache, clientCapabilities: { x: {} } })).client.listTools();
    expect(lists(server)).toBe(4);
  });

  test("in process private results are kept for the client alone", async () => {
    const server = testServer(definition("private"));
    const cache = responseCache();
    for (const { client } of [
      await dial(server, "direct", { cache }),
      await dial(server, "direct", { cache }),
    ]) {
      await client.listTools();
      await client.listTools();
    }
    expect(lists(server)).toBe(2);
  });
});

test("a closed client reads nothing from the cache", async () => {
  const { client } = await cached();
  await client.listTools();
  await client.close();
  expect((await failure(client.listTools())).reason).toEqual({ type: "closed" });
});

test("the answer of `discover` fills the session, cached or not", async () => {
  const info = { name: "s", version: "1" };
  const { client } = await cached(
    {},
    {
      "server/discover": () => ({
        ...HINT,
        supportedVersions: [protocol],
        capabilities: { tools: {} },
        _meta: { [META.serverInfo]: info },
      }),
    },
  );
  await client.discover();
  await client.discover();
  expect(client.session).toMatchObject({ serverInfo: info, capabilities: { tools: {} } });
});

test("nothing is reported about any of it", async () => {
  const recorded = recorder();
  const client = await connect(memoryTransport(testServer({ tools: {}, cache: HINT })), {
    ...recorded.options,
    cache: responseCache(),
  });
  await client.listTools();
  await client.listTools({ refresh: true });
  await client.close();
  expect(recorded.diagnostics).toEqual([]);
});

test("a read with a time limit of its own does not wait for that of another", async () => {
  const clock = manualClock();
  const { client, count } = await cached({ clock }, { "tools/list": () => SILENT });
  const first = failure(client.listTools());
  const limited = failure(client.listTools({ timeout: 50 }));
  await clock.advance(50);
  expect((await limited).reason).toEqual({ type: "timeout", timeoutMs: 50 });
  expect(count("tools/list")).toBe(2);
  await client.close();
  await first;
});
