// Whatever a server answers, a call settles: with the result, or with one line that says what is wrong.
import { isObject, REVISIONS } from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Client, connect, direct } from "../../src/index.ts";
import { anyJson, mutated, settled } from "../support/arbitrary.ts";
import { open, recorder } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { ASK, answering } from "../support/rounds.ts";

const RUNS = { numRuns: 150 };

const GOOD = {
  "server/discover": {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ttlMs: 1,
    cacheScope: "public",
  },
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  },
  "tools/list": {
    tools: [
      {
        name: "t",
        title: "T",
        inputSchema: {
          type: "object",
          properties: { a: { type: "string", "x-mcp-header": "A" } },
          required: ["a"],
        },
        outputSchema: { type: "object" },
        annotations: {},
      },
    ],
    nextCursor: null,
  },
  "resources/list": { resources: [{ uri: "file:///a", name: "a", mimeType: "text/plain", size: 1 }] },
  "resources/templates/list": { resourceTemplates: [{ uriTemplate: "file:///{a}", name: "a" }] },
  "prompts/list": { prompts: [{ name: "p", arguments: [{ name: "a", required: true }] }] },
  "tools/call": {
    resultType: "complete",
    content: [{ type: "text", text: "x" }],
    structuredContent: { a: 1 },
    isError: false,
  },
  "resources/read": { contents: [{ uri: "file:///a", text: "x" }] },
  "prompts/get": { messages: [{ role: "user", content: { type: "text", text: "x" } }] },
  "completion/complete": { completion: { values: ["a"], total: 1, hasMore: false } },
} as const;

const VERBS: readonly (readonly [keyof typeof GOOD, (client: Client) => Promise<unknown>])[] = [
  ["tools/list", (client) => client.listTools()],
  ["tools/list", (client) => client.listPage("tools")],
  ["resources/list", (client) => client.listResources()],
  ["resources/templates/list", (client) => client.listResourceTemplates()],
  ["prompts/list", (client) => client.listPrompts()],
  ["tools/call", (client) => client.callTool("t")],
  ["tools/call", (client) => client.callTool("t", {}, { answerInput: false })],
  ["resources/read", (client) => client.readResource("file:///a")],
  ["prompts/get", (client) => client.getPrompt("p")],
  [
    "completion/complete",
    (client) =>
      client.complete({ ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "" } }),
  ],
];

describe.each(REVISIONS)("%s", (protocol) => {
  test.each(VERBS)("any result of %s settles the call", async (method, verb) => {
    let result: unknown;
    const server = rawServer({
      methods: { [method]: () => result },
      adapt: (connection) => Object.assign(connection, { mirrorsHeaders: true }),
    });
    const { client } = await open(server.transport, {
      protocol,
      maxPages: 3,
      inputHandlers: answering().handlers,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, mutated(GOOD[method])), async (value) => {
        result = value;
        const outcome = await settled(verb(client));
        if (!isObject(value)) expect(outcome).toHaveProperty("kind");
      }),
      RUNS,
    );
  });

  test("any item of a list is kept as it is or rejected by name", async () => {
    let items: unknown[] = [];
    const server = rawServer({
      methods: { "tools/list": () => ({ tools: items }) },
      adapt: (connection) => Object.assign(connection, { mirrorsHeaders: true }),
    });
    const { client } = await open(server.transport, { protocol });
    await fc.assert(
      fc.asyncProperty(fc.array(mutated(GOOD["tools/list"].tools[0]), { maxLength: 5 }), async (given) => {
        items = given;
        const page = await client.listPage("tools");
        expect(page.items.length + page.rejected.length).toBe(given.length);
        for (const { name, inputSchema } of page.items) {
          expect([typeof name, isObject(inputSchema)]).toEqual(["string", true]);
        }
      }),
      RUNS,
    );
  });
});

test("any `input_required` result settles the call, and answers exactly what it asks", async () => {
  let result: unknown;
  let answered = 0;
  const server = rawServer({
    methods: {
      "tools/call": ({ params }) => {
        if (params?.["inputResponses"] === undefined && params?.["requestState"] === undefined) return result;
        answered += 1;
        const asked =
          isObject(result) && isObject(result["inputRequests"]) ? Object.keys(result["inputRequests"]) : [];
        expect(Object.keys((params["inputResponses"] ?? {}) as object).sort()).toEqual(asked.sort());
        return { content: [] };
      },
    },
  });
  const clock = {
    now: () => 0,
    setTimeout: (run: () => void) => void queueMicrotask(run),
    clearTimeout: () => undefined,
  };
  const { client } = await open(server.transport, {
    protocol: "2026-07-28",
    clock,
    timeout: 0,
    inputHandlers: answering().handlers,
  });
  const good = {
    resultType: "input_required",
    inputRequests: { ...ASK, __proto: ASK.form },
    requestState: "s",
  };
  await fc.assert(
    fc.asyncProperty(mutated(good), async (value) => {
      result = value;
      await settled(client.callTool("t"));
    }),
    { numRuns: 500 },
  );
  expect(answered).toBeGreaterThan(20);
});

describe("the handshake", () => {
  test.each([
    ["server/discover", undefined],
    ["initialize", "2025-11-25"],
    ["initialize", undefined],
  ] as const)(
    "any result of %s (%s) settles `connect`, and leaves nothing open",
    async (method, protocol) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(anyJson, mutated(GOOD[method])), async (result) => {
          const server = rawServer({
            methods: {
              ...(method === "initialize" ? { "server/discover": () => ({}) } : {}),
              [method]: () => result,
            },
          });
          const outcome = await settled(connect(server.transport, { protocol, ...recorder().options }));
          if ("value" in outcome) {
            const client = outcome.value as Client;
            expect(REVISIONS).toContain(client.session.protocolVersion);
            await client.close();
          }
          expect(server.closed).toBe(server.opened);
        }),
        RUNS,
      );
    },
  );
});

test("any answer of a runtime in process settles the call", async () => {
  let answer: unknown;
  const client = await direct(
    { revisions: ["2026-07-28"], dispatch: async () => answer as never },
    recorder().options,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anyJson, mutated({ jsonrpc: "2.0", id: 1, result: GOOD["tools/call"] })),
      async (value) => {
        answer = value;
        await settled(client.callTool("t"));
      },
    ),
    RUNS,
  );
  await client.close();
});
