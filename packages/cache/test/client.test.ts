import { RpcFault } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { responseCache } from "../src/index.ts";
import { connected, PUBLIC } from "./support/connected-client.ts";

const definition = {
  tools: { search: () => "found" },
  resources: { "file:///a": "a", "file:///b": "b" },
  prompts: { review: () => "text" },
  cache: PUBLIC,
} as const;

// @req cache.methods, cache.call-options
describe("a client with a cache", () => {
  test("sends lists, reads and discovery once, other requests each time", async () => {
    const { client, sent } = await connected(definition, { cache: responseCache() });
    for (let n = 0; n < 3; n += 1) {
      await client.discover();
      await client.listTools();
      await client.listPage("tools");
      await client.listResources();
      await client.listResourceTemplates();
      await client.listPrompts();
      await client.readResource("file:///a");
      await client.getPrompt("review");
      await client.callTool("search");
    }
    const methods = [
      "server/discover",
      "tools/list",
      "resources/list",
      "resources/templates/list",
      "prompts/list",
      "resources/read",
      "prompts/get",
      "tools/call",
    ];
    expect(methods.map(sent)).toEqual([1, 1, 1, 1, 1, 1, 3, 3]);
    await client.close();
  });

  test("sends a request with options of its own, and does not store its answer", async () => {
    const { client, sent } = await connected(definition, { cache: responseCache() });
    await client.readResource("file:///a", { meta: { "com.example/x": 1 } });
    await client.readResource("file:///a", { onProgress: () => undefined });
    await client.readResource("file:///a");
    await client.readResource("file:///a");
    expect(sent("resources/read")).toBe(3);
    await client.close();
  });

  // @req cache.bypass, cache.refresh
  test("bypassCache and refresh reach the server", async () => {
    const { client, sent, server } = await connected(definition, { cache: responseCache() });
    await client.listTools();
    server.define({ tools: { other: () => "x" } });
    expect((await client.listTools({ bypassCache: true })).map(({ name }) => name)).toEqual(["other"]);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["search"]);
    expect((await client.listTools({ refresh: true })).map(({ name }) => name)).toEqual(["other"]);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["other"]);
    expect(sent("tools/list")).toBe(3);
    await client.close();
  });

  // @req cache.single-flight
  test("shares a request between equal reads, and no failure with a caller that gave up", async () => {
    const { client, sent, server } = await connected(definition, { cache: responseCache() });
    const hold = server.hold("resources/read");
    const controller = new AbortController();
    const ended = client.readResource("file:///a", { signal: controller.signal });
    const others = [client.readResource("file:///a"), client.readResource("file:///a")];
    controller.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    hold.release();
    expect(await Promise.all(others)).toHaveLength(2);
    expect(sent("resources/read")).toBe(2);
    await client.close();
  });

  // @req cache.off-by-default
  test("without one everything is sent", async () => {
    const { client, sent } = await connected(definition, {});
    await client.listTools();
    await client.listTools();
    expect(sent("tools/list")).toBe(2);
    await client.close();
  });

  // @req cache.invalidate-at-once
  test("hears of changes before the application does, demanded or not", async () => {
    const { client, sent, server } = await connected(definition, { cache: responseCache() });
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a"],
    });
    await client.listTools();
    await client.readResource("file:///a");
    server.announce.toolsChanged();
    server.announce.resourceUpdated("file:///a");
    for await (const event of subscription) {
      if (event.type === "notification" && event.method === "notifications/resources/updated") break;
    }
    await client.listTools();
    await client.readResource("file:///a");
    expect([sent("tools/list"), sent("resources/read")]).toEqual([2, 2]);
    await client.close();
  });

  // @req cache.pages
  test("starts a list over when the server refuses the cursor of a cached page", async () => {
    const { client, sent, server } = await connected(
      { ...definition, tools: { a: () => "", b: () => "", c: () => "" }, pageSize: 2 },
      { cache: responseCache() },
    );
    await client.listPage("tools");
    server.define({
      methods: {
        "tools/list": (params) => {
          if (params["cursor"] !== undefined) throw new RpcFault(-32602, "gone");
          return {
            resultType: "complete",
            tools: [{ name: "only", inputSchema: { type: "object" } }],
            ...PUBLIC,
          };
        },
      },
    });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["only"]);
    expect(sent("tools/list")).toBe(3);
    await client.close();
  });

  test("reads a cached page once: what it lacks is reported once, and its list is the caller's", async () => {
    const seen: string[] = [];
    const { client } = await connected(
      {
        tools: { search: () => "found" },
        methods: {
          "tools/list": () => ({
            resultType: "complete",
            tools: [{ name: "ok", inputSchema: {} }, {}],
            ...PUBLIC,
          }),
        },
      },
      { cache: responseCache(), diagnostics: { report: ({ code }) => seen.push(code) } },
    );
    for (let n = 0; n < 3; n += 1) {
      const tools = (await client.listTools()) as unknown[];
      expect(tools).toHaveLength(1);
      tools.pop();
    }
    expect(seen).toEqual(["item_dropped"]);
    await client.close();
  });

  // @req cache.isolation
  test("hands out results nobody can change", async () => {
    const { client } = await connected(definition, { cache: responseCache() });
    const [tool] = await client.listTools();
    expect(() => {
      (tool as { name: string }).name = "evil";
    }).toThrow(TypeError);
    await client.close();
  });
});
