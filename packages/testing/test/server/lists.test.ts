import { describe, expect, test } from "vitest";
import { type TestServerDefinition, testServer } from "../../src/index.ts";
import { ask, dial, refusal } from "../support/dial.ts";

const tools = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, () => name]));

async function page(definition: TestServerDefinition, cursor?: string): Promise<Record<string, unknown>> {
  return ask(await dial(testServer(definition)), "tools/list", cursor === undefined ? {} : { cursor });
}

const names = (result: Record<string, unknown>): unknown =>
  (result["tools"] as { name: string }[]).map(({ name }) => name);

describe("a list", () => {
  test("is one page unless a size is set", async () => {
    const result = await page({ tools });
    expect(names(result)).toEqual(["a", "b", "c", "d", "e"]);
    expect(result).not.toHaveProperty("nextCursor");
  });

  test("is cut into pages that lead to each other", async () => {
    const first = await page({ tools, pageSize: 2 });
    const second = await page({ tools, pageSize: 2 }, first["nextCursor"] as string);
    const third = await page({ tools, pageSize: 2 }, second["nextCursor"] as string);
    expect([first, second, third].map(names)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(third).not.toHaveProperty("nextCursor");
  });

  test.each(["", "page-99", "page--1", "page-x", "nonsense"])("refuses the cursor %j", async (cursor) => {
    const peer = await dial(testServer({ tools, pageSize: 2 }));
    expect(await refusal(peer, "tools/list", { cursor })).toMatchObject({ code: -32602 });
  });

  test("shows what was defined, and nothing of how it works", async () => {
    const server = testServer({
      tools: { t: { description: "d", delay: 5, handler: () => "" } },
      resources: { "x://1": { text: "t", read: () => "t", mimeType: "text/plain" } },
      resourceTemplates: { "x://{id}": { read: () => "" } },
      prompts: { p: { title: "P", get: () => "" } },
    });
    const peer = await dial(server, "2025-11-25");
    expect(await ask(peer, "tools/list")).toEqual({
      tools: [{ name: "t", description: "d", inputSchema: { type: "object" } }],
    });
    expect(await ask(peer, "resources/list")).toEqual({
      resources: [{ uri: "x://1", name: "x://1", mimeType: "text/plain" }],
    });
    expect(await ask(peer, "resources/templates/list")).toEqual({
      resourceTemplates: [{ uriTemplate: "x://{id}", name: "x://{id}" }],
    });
    expect(await ask(peer, "prompts/list")).toEqual({ prompts: [{ name: "p", title: "P" }] });
  });
});

describe("cache hints", () => {
  test("are 0 and private unless set", async () => {
    expect(await page({ tools })).toMatchObject({ ttlMs: 0, cacheScope: "private" });
  });

  test("can be set for everything or by method", async () => {
    expect(await page({ tools, cache: { ttlMs: 5, cacheScope: "public" } })).toMatchObject({
      ttlMs: 5,
      cacheScope: "public",
    });
    const cache = { "resources/read": { ttlMs: 7, cacheScope: "public" } } as const;
    const peer = await dial(testServer({ resources: { "x://1": "one" }, cache }));
    expect(await ask(peer, "resources/read", { uri: "x://1" })).toMatchObject({
      ttlMs: 7,
      cacheScope: "public",
    });
    expect(await ask(peer, "resources/list")).toMatchObject({ ttlMs: 0, cacheScope: "private" });
  });

  test("are absent where the revision has none, and from results that cannot be cached", async () => {
    const server = testServer({ tools });
    expect(await ask(await dial(server, "2025-11-25"), "tools/list")).not.toHaveProperty("ttlMs");
    expect(await ask(await dial(server), "tools/call", { name: "a" })).not.toHaveProperty("ttlMs");
  });
});
