// @req list.every-item, list.repeated-cursor, list.max-pages, list.page, list.empty-cursor, option.max-pages, rule.20
import type { JsonObject } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { Client, ConnectOptions, ListKind } from "../../src/index.ts";
import { dial, ERAS, failure, MATRIX, open, thrown } from "../support/clients.ts";
import { fault, type RawServer, rawServer } from "../support/raw-server.ts";

const KINDS: readonly (readonly [
  ListKind,
  method: string,
  key: string,
  (client: Client) => Promise<readonly object[]>,
])[] = [
  ["tools", "tools/list", "tools", (client) => client.listTools()],
  ["resources", "resources/list", "resources", (client) => client.listResources()],
  [
    "resourceTemplates",
    "resources/templates/list",
    "resourceTemplates",
    (client) => client.listResourceTemplates(),
  ],
  ["prompts", "prompts/list", "prompts", (client) => client.listPrompts()],
];

const item = (name: string) => ({
  name,
  uri: `x:${name}`,
  uriTemplate: `x:{${name}}`,
  inputSchema: { type: "object" },
});

/** A server that hands out these pages: the first without a cursor, the others under the cursors given. */
function pages(method: string, key: string, results: ReadonlyMap<string | undefined, JsonObject>): RawServer {
  return rawServer({
    methods: {
      [method]: ({ params }) => {
        const page = results.get(params?.["cursor"] as string | undefined);
        return page === undefined ? fault(-32_602, "unknown cursor") : { [key]: [], ...page };
      },
    },
  });
}

const cursors = (server: RawServer, method: string) =>
  server.requests(method).map(({ params }) => ("cursor" in params ? params["cursor"] : "none"));

describe.each(KINDS)("%s", (kind, method, key, list) => {
  test.each(ERAS)("every item of every page, in order (%s)", async (protocol) => {
    const server = pages(
      method,
      key,
      new Map<string | undefined, JsonObject>([
        [undefined, { [key]: [item("a")], nextCursor: "" }],
        ["", { [key]: [], nextCursor: " p 2 " }],
        [" p 2 ", { [key]: [item("b"), item("c")], nextCursor: null }],
      ]),
    );
    const { client } = await open(server.transport, { protocol });
    expect((await list(client)).map((entry) => (entry as { name: string }).name)).toEqual(["a", "b", "c"]);
    expect(cursors(server, method)).toEqual(["none", "", " p 2 "]);
  });

  test("one page at a time", async () => {
    const server = pages(
      method,
      key,
      new Map<string | undefined, JsonObject>([
        [undefined, { [key]: [item("a")], nextCursor: "next" }],
        ["next", { [key]: [item("b")] }],
      ]),
    );
    const { client } = await open(server.transport);
    const first = await client.listPage(kind);
    expect(first).toMatchObject({ items: [{ name: "a" }], nextCursor: "next", rejected: [] });
    const second = await client.listPage(kind, first.nextCursor);
    expect(second).toEqual({ items: [item("b")], nextCursor: undefined, rejected: [] });
    expect(await client.listPage(kind, undefined)).toEqual(first);
  });
});

describe("a cursor that comes twice", () => {
  test.each([
    [
      "at once",
      [
        [undefined, "a"],
        ["a", "a"],
      ],
      2,
    ],
    [
      "after others",
      [
        [undefined, "a"],
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ],
      4,
    ],
    [
      "and is empty",
      [
        [undefined, ""],
        ["", ""],
      ],
      2,
    ],
  ] as const)("%s rejects before its page is asked for again", async (_name, steps, requests) => {
    const server = pages(
      "tools/list",
      "tools",
      new Map<string | undefined, JsonObject>(
        steps.map(([from, nextCursor]) => [from, { tools: [item(String(from))], nextCursor }]),
      ),
    );
    const { client } = await open(server.transport);
    const error = await failure(client.listTools());
    const cursor = steps.at(-1)?.[1];
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      reason: { type: "repeated_cursor", cursor },
      sent: "yes",
    });
    expect(error.message).toBe(
      `tools/list on raw-server failed: the server repeats the cursor "${cursor}", so the list has no end`,
    );
    expect(server.requests("tools/list")).toHaveLength(requests);
  });

  test("a very long cursor is clipped in the error", async () => {
    const nextCursor = "c".repeat(10_000);
    const { client } = await open(
      pages(
        "tools/list",
        "tools",
        new Map([
          [undefined, { nextCursor }],
          [nextCursor, { nextCursor }],
        ]),
      ).transport,
    );
    const error = await failure(client.listTools());
    expect(error.message.length).toBeLessThan(300);
    expect(error.reason).toEqual({ type: "repeated_cursor", cursor: nextCursor });
  });
});

describe("maxPages", () => {
  const endless = () => {
    let page = 0;
    return rawServer({
      methods: {
        "tools/list": () => {
          page += 1;
          return { tools: [item(`t${page}`)], nextCursor: `c${page}` };
        },
      },
    });
  };

  test.each<[maxPages: number | undefined, limit: number]>([
    [undefined, 1000],
    [3, 3],
    [1, 1],
  ])("of %s rejects when page %i still has a next one", async (maxPages, limit) => {
    const server = endless();
    const { client } = await open(server.transport, { maxPages });
    const error = await failure(client.listTools());
    expect(error).toMatchObject({ kind: "transport", code: -32_000, reason: { type: "max_pages", limit } });
    expect(error.message).toBe(
      `tools/list on raw-server failed: the list has more than ${limit} pages; raise maxPages if that is right`,
    );
    expect(server.requests("tools/list")).toHaveLength(limit);
  });

  test.each(MATRIX)("that is exactly enough is enough (%s over %s)", async (protocol, over) => {
    const tools = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, {}]));
    const options: ConnectOptions = { protocol, maxPages: 3 };
    const { client } = await dial(testServer({ tools, pageSize: 2 }), over, options);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

describe("a page that is none", () => {
  test.each([
    ["no list", {}, '"tools" is not an array'],
    ["null for a list", { tools: null }, '"tools" is not an array'],
    ["an object for a list", { tools: { a: 1 } }, '"tools" is not an array'],
    ["a numeric cursor", { tools: [], nextCursor: 7 }, '"nextCursor" is not a string'],
    ["an object as cursor", { tools: [], nextCursor: {} }, '"nextCursor" is not a string'],
    ["false as cursor", { tools: [], nextCursor: false }, '"nextCursor" is not a string'],
  ])("%s", async (_name, result, problem) => {
    const server = rawServer({ methods: { "tools/list": () => result } });
    const { client } = await open(server.transport);
    for (const call of [client.listTools(), client.listPage("tools")]) {
      const error = await failure(call);
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_600,
        reason: { type: "invalid_result", problem },
        sent: "yes",
      });
      expect(error.message).toBe(
        `tools/list on raw-server failed: the server's result is invalid: ${problem}`,
      );
    }
  });
});

test("the error of a later page is the list's error", async () => {
  const server = pages(
    "tools/list",
    "tools",
    new Map([[undefined, { tools: [item("a")], nextCursor: "gone" }]]),
  );
  const { client } = await open(server.transport);
  expect(await failure(client.listTools())).toMatchObject({
    kind: "server",
    code: -32_602,
    message: "unknown cursor",
  });
  expect(server.requests("tools/list")).toHaveLength(2);
});

test("an abort between pages ends the list", async () => {
  const controller = new AbortController();
  const server = rawServer({
    methods: {
      "tools/list": () => {
        if (server.requests("tools/list").length === 2) queueMicrotask(() => controller.abort("enough"));
        return { tools: [], nextCursor: `c${server.requests("tools/list").length}` };
      },
    },
  });
  const { client } = await open(server.transport);
  expect(await thrown(client.listTools({ signal: controller.signal }))).toBe("enough");
  expect(server.requests("tools/list").length).toBeLessThan(5);
});

test("the options of a list go with each of its pages", async () => {
  const server = pages(
    "tools/list",
    "tools",
    new Map([
      [undefined, { nextCursor: "b" }],
      ["b", {}],
    ]),
  );
  const { client } = await open(server.transport);
  await client.listTools({ meta: { mine: 1 } });
  for (const { params } of server.requests("tools/list")) expect(params["_meta"]).toMatchObject({ mine: 1 });
});

test("a page of half a million items does not overflow anything", async () => {
  const prompts = Array.from({ length: 500_000 }, (_none, at) => ({ name: `p${at}` }));
  const half: JsonObject = { prompts: prompts.slice(0, 250_000), nextCursor: "2" };
  const server = pages(
    "prompts/list",
    "prompts",
    new Map([
      [undefined, half],
      ["2", { prompts: prompts.slice(250_000) }],
    ]),
  );
  const { client } = await open(server.transport);
  const all = await client.listPrompts();
  expect([all.length, all[0]?.name, all.at(-1)?.name]).toEqual([500_000, "p0", "p499999"]);
  const whole = pages("prompts/list", "prompts", new Map([[undefined, { prompts }]]));
  expect((await (await open(whole.transport)).client.listPrompts()).length).toBe(500_000);
});
