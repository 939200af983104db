// Which headers a tool call asks its transport for. The values are the protocol package's, the sending is HTTP's.
// @req call.tool-by-name-or-definition, call.tool-headers-by-definition, call.tool-headers-by-name
// @req http.invalid-annotations, rule.30, rule.34, call.extension-headers
import type { JsonObject, Routing, Tool } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import type { ConnectOptions } from "../../src/index.ts";
import { failure, open, thrown } from "../support/clients.ts";
import { fault, type RawMethod, rawServer } from "../support/raw-server.ts";
import { responseCache } from "../support/siblings.ts";

const protocol = "2026-07-28";
const REGION = [{ path: ["region"], header: "Mcp-Param-Region", type: "string" }];
const schema = (header: unknown = "Region"): JsonObject => ({
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": header } },
});
const search = { name: "search", inputSchema: schema() } as unknown as Tool;

/** A server over a transport with headers, and the routing of each request it got. */
function mirrored(methods: Readonly<Record<string, RawMethod>> = {}, mirrorsHeaders = true) {
  const routings: (readonly [method: string, Routing])[] = [];
  const server = rawServer({
    methods: { "tools/list": () => ({ tools: [search] }), ...methods },
    adapt: (connection) => {
      const send = connection.send.bind(connection);
      return Object.assign(connection, {
        mirrorsHeaders,
        send: (...args: Parameters<typeof send>) => {
          routings.push([args[0].method, args[1].routing]);
          return send(...args);
        },
      });
    },
  });
  const plans = () => routings.filter(([method]) => method === "tools/call").map(([, { tool }]) => tool);
  return { server, routings, plans };
}

const methodsOf = (routings: readonly (readonly [string, Routing])[]) => routings.map(([method]) => method);

describe("over a transport with headers, on 2026-07-28", () => {
  const begin = async (methods?: Readonly<Record<string, RawMethod>>, options: ConnectOptions = {}) => {
    const mirror = mirrored(methods);
    return { ...mirror, ...(await open(mirror.server.transport, { protocol, ...options })) };
  };
  const refusing = (times: number): RawMethod => {
    let refused = 0;
    return () => {
      refused += 1;
      return refused <= times ? fault(-32_020, "header mismatch") : { content: [] };
    };
  };

  test("the definition's arguments are mirrored on the first request", async () => {
    const { client, plans, routings } = await begin();
    await client.callTool(search, { region: "eu" });
    expect(plans()).toEqual([REGION]);
    expect(methodsOf(routings)).toEqual(["tools/call"]);
  });

  test("by name they are after a listing, whichever method makes the call", async () => {
    const { client, plans } = await begin();
    await client.callTool("search");
    await client.listTools();
    await client.callTool("search");
    await client.request("tools/call", { name: "search" });
    await client.callTool("other");
    expect(plans()).toEqual([undefined, REGION, REGION, undefined]);
  });

  test("by name without one, -32020 lists the tools and calls once more, under a new id", async () => {
    const { client, server, plans, routings } = await begin({ "tools/call": refusing(1) });
    expect(await client.callTool("search", { region: "eu" })).toEqual({ content: [] });
    expect(plans()).toEqual([undefined, REGION]);
    expect(methodsOf(routings)).toEqual(["tools/call", "tools/list", "tools/call"]);
    const [first, second] = server.requests("tools/call");
    expect([first?.id, second?.id]).toEqual([1, 3]);
    expect(second?.params).toEqual(first?.params);
  });

  test("the same for `request`", async () => {
    const { client, plans } = await begin({ "tools/call": refusing(1) });
    await client.request("tools/call", { name: "search", arguments: { region: "eu" } });
    expect(plans()).toEqual([undefined, REGION]);
  });

  test("a second -32020 is the server's error: there is no loop", async () => {
    const { client, routings } = await begin({ "tools/call": refusing(9) });
    expect(await failure(client.callTool("search"))).toMatchObject({ kind: "server", code: -32_020 });
    expect(methodsOf(routings)).toEqual(["tools/call", "tools/list", "tools/call"]);
  });

  test("a listing that says nothing new is not worth another call", async () => {
    const { client, routings } = await begin({ "tools/call": refusing(9) });
    await client.listTools();
    expect((await failure(client.callTool("search"))).code).toBe(-32_020);
    expect((await failure(client.callTool("unknown"))).code).toBe(-32_020);
    expect(methodsOf(routings)).toEqual([
      "tools/list",
      "tools/call",
      "tools/list",
      "tools/call",
      "tools/list",
    ]);
  });

  test("an annotation that is gone or new since the last listing is", async () => {
    let tools: readonly object[] = [search];
    const { client, plans } = await begin({ "tools/list": () => ({ tools }), "tools/call": refusing(1) });
    await client.listTools();
    tools = [{ ...search, inputSchema: { type: "object" } }];
    await client.callTool("search");
    expect(plans()).toEqual([REGION, undefined]);
  });

  test("with the definition given -32020 is the caller's to see", async () => {
    const { client, routings } = await begin({ "tools/call": refusing(1) });
    expect((await failure(client.callTool(search))).code).toBe(-32_020);
    expect(methodsOf(routings)).toEqual(["tools/call"]);
  });

  test("a listing that fails leaves the first error, and is reported", async () => {
    const { client, diagnostics } = await begin({
      "tools/call": refusing(1),
      "tools/list": () => fault(-32_603, "db down"),
    });
    expect(await failure(client.callTool("search"))).toMatchObject({
      code: -32_020,
      message: "header mismatch",
    });
    expect(diagnostics).toMatchObject([{ level: "warning", code: "relist_failed" }]);
    expect(diagnostics[0]?.message).toContain("the headers of search were refused");
  });

  test("the tools are listed afresh, whatever the cache holds", async () => {
    let tools: readonly object[] = [{ ...search, inputSchema: { type: "object" } }];
    const list = () => ({ ttlMs: 60_000, cacheScope: "public", tools });
    const { client, plans, server } = await begin(
      { "tools/list": list, "tools/call": refusing(1) },
      { cache: responseCache() },
    );
    await client.listTools();
    tools = [search];
    await client.callTool("search", { region: "eu" });
    expect(plans()).toEqual([undefined, REGION]);
    expect(server.requests("tools/list")).toHaveLength(2);
  });

  test("an abort while the tools are listed ends the call", async () => {
    const controller = new AbortController();
    const { client } = await begin({
      "tools/call": refusing(1),
      "tools/list": () => {
        queueMicrotask(() => controller.abort("enough"));
        return new Promise(() => undefined);
      },
    });
    expect(await thrown(client.callTool("search", {}, { signal: controller.signal }))).toBe("enough");
  });

  test("only the tool with an invalid annotation is left out, with a warning", async () => {
    const tools = ["Region", "bad name", "", 7].map((header, at) => ({
      name: `t${at}`,
      inputSchema: schema(header),
    }));
    const { client, diagnostics } = await begin({ "tools/list": () => ({ tools }) });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["t0"]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"t1" of tools/list is left out: x-mcp-header "bad name" is not a header token',
      '"t2" of tools/list is left out: x-mcp-header must be a non-empty string',
      '"t3" of tools/list is left out: x-mcp-header must be a non-empty string',
    ]);
    expect((await client.listPage("tools")).rejected).toHaveLength(3);
  });

  test("a definition with an invalid annotation is refused before anything is sent", async () => {
    const { client, routings } = await begin();
    const error = await failure(
      client.callTool({ ...search, inputSchema: schema("a:b") } as unknown as Tool),
    );
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_602,
      reason: {
        type: "invalid_tool_headers",
        tool: "search",
        problem: 'x-mcp-header "a:b" is not a header token',
      },
      sent: "no",
    });
    expect(error.message).toBe(
      'tools/call "search" was not sent to raw-server: the definition given is invalid: x-mcp-header "a:b" is not a header token',
    );
    expect(routings).toEqual([]);
  });

  test("a fresh listing replaces what the one before said, also of tools that are gone", async () => {
    let tools: readonly object[] = [search];
    const { client, plans } = await begin({ "tools/list": () => ({ tools }) });
    await client.listTools();
    tools = [];
    await client.listTools();
    await client.callTool("search");
    expect(plans()).toEqual([undefined]);
  });

  test.each(["__proto__", "constructor", "toString"])(
    "a tool named %s is a tool like any other",
    async (name) => {
      const { client, plans } = await begin({
        "tools/list": () => ({ tools: [JSON.parse(JSON.stringify({ ...search, name }))] }),
      });
      await client.callTool(name);
      await client.listTools();
      await client.callTool(name);
      expect(plans()).toEqual([undefined, REGION]);
    },
  );

  test("interceptors change nothing about it", async () => {
    const { client, plans } = await begin({}, { interceptors: [(request, next) => next(request)] });
    await client.callTool(search, { region: "eu" });
    await client.callTool("search");
    expect(plans()).toEqual([REGION, undefined]);
  });

  test("an interceptor that turns the call to another tool does not carry the headers along", async () => {
    const { client, plans } = await begin(
      {},
      {
        interceptors: [(request, next) => next({ ...request, params: { ...request.params, name: "other" } })],
      },
    );
    await client.callTool(search, { region: "eu" });
    expect(plans()).toEqual([undefined]);
  });
});

describe.each([
  ["a transport without headers", false, "2026-07-28"],
  ["the initialize era", true, "2025-11-25"],
] as const)("over %s", (_name, mirrors, revision) => {
  test("annotations mean nothing: no plan, no dropped tool, no listing after -32020", async () => {
    const bad = { name: "bad", inputSchema: schema("b a d") };
    const { server, plans, routings } = mirrored(
      { "tools/list": () => ({ tools: [search, bad] }), "tools/call": () => fault(-32_020) },
      mirrors,
    );
    const { client, diagnostics } = await open(server.transport, { protocol: revision });
    expect(await client.listTools()).toHaveLength(2);
    expect((await failure(client.callTool("search"))).code).toBe(-32_020);
    expect((await failure(client.callTool(bad as unknown as Tool))).code).toBe(-32_020);
    expect(plans()).toEqual([undefined, undefined]);
    expect(methodsOf(routings).filter((method) => method === "tools/list")).toHaveLength(1);
    expect(diagnostics).toEqual([]);
  });
});

describe("an extension that owns a method", () => {
  const seen: unknown[][] = [];
  const extension = {
    id: "com.example/jobs",
    methods: ["jobs/get"],
    headers: (...args: unknown[]) => {
      seen.push(args);
      return { "X-Job": "7" };
    },
  };

  test.each([
    ["installed", { extensions: [extension] }, {}],
    ["named for the call", {}, { extension }],
  ])("supplies the headers of its requests (%s)", async (_name, options, call) => {
    const { server, routings } = mirrored({ "jobs/get": () => ({}) });
    const { client } = await open(server.transport, { protocol, ...options });
    await client.request("jobs/get", { id: 7 }, call);
    await client.callTool("any");
    expect(routings.map(([, { headers }]) => headers)).toEqual([{ "X-Job": "7" }, undefined]);
    expect(seen.at(-1)).toEqual(["jobs/get", { id: 7 }, protocol]);
  });

  test("that throws fails the call alone", async () => {
    const { server } = mirrored();
    const broken = {
      id: "com.example/broken",
      methods: ["broken/x"],
      headers: () => {
        throw new Error("no key");
      },
    };
    const { client } = await open(server.transport, { protocol, extensions: [broken] });
    expect(await thrown(client.request("broken/x"))).toMatchObject({ message: "no key" });
    await client.callTool("any");
  });
});
