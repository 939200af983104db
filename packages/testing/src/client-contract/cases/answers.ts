import type { JsonObject } from "@snodo/protocol";
import { check, equal } from "../../contracts/check.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { scripted } from "../../scripted/scripted.ts";
import { RpcFault } from "../../server/fault.ts";
import { testServer } from "../../server/test-server.ts";
import type { AdaptedClient } from "../adapter.ts";
import { type ClientCase, codeOf, connected, firstText, prompt, refused } from "../client-case.ts";
import { httpTo, pipeTo } from "../targets.ts";

const group = "answers";
const MOST_PAGES_ASKED = 200;

/** A case on a pipe to a server made of `methods` and `tools`. */
function onPipe(
  name: string,
  definition: Parameters<typeof testServer>[0],
  use: (client: AdaptedClient) => Promise<void>,
): ClientCase {
  return {
    group,
    name: `${name} (pipe)`,
    needs: ["pipe"],
    run: (adapter) => connected(adapter, pipeTo(testServer(definition)), use),
  };
}

const page = (tools: readonly string[], nextCursor?: string): JsonObject => ({
  tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
  ttlMs: 0,
  cacheScope: "private",
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

/** What servers answer, right and wrong. */
export const answers: readonly ClientCase[] = [
  onPipe(
    "an error keeps its code",
    {
      tools: {
        fault: () => {
          throw new RpcFault(-31_000, "not today", { why: 1 });
        },
      },
    },
    async (client) =>
      equal(codeOf(await refused(client.callTool("fault", {}), "the call")), -31_000, "the code"),
  ),
  {
    group,
    name: "an unknown method is -32601 also when HTTP says 404 (http)",
    needs: ["http"],
    run: (adapter) =>
      connected(adapter, httpTo(fetchHandler(testServer({ tools: {} }))), async (client) => {
        const error = await refused(client.request("prompts/list", {}), "the request");
        equal(codeOf(error), -32_601, "the code");
      }),
  },
  onPipe(
    "one malformed tool does not lose the list",
    {
      tools: {},
      methods: {
        "tools/list": () => ({
          ...page(["good"]),
          tools: [...(page(["good"])["tools"] as object[]), { name: "bad", inputSchema: null }],
        }),
      },
    },
    async (client) => {
      const names = await prompt(client.listTools(), "listTools");
      check(names.includes("good"), `the good tool is missing from ${JSON.stringify(names)}`);
    },
  ),
  onPipe(
    "content of a type nobody knows passes through",
    {
      tools: {
        odd: () => ({
          content: [
            { type: "hologram", beam: 1 },
            { type: "text", text: "t" },
          ],
        }),
      },
    },
    async (client) => {
      const { content } = await prompt(client.callTool("odd", {}), "the call");
      equal((content as unknown[]).length, 2, "blocks of content");
    },
  ),
  onPipe(
    "lists without cache hints are taken",
    {
      tools: {},
      methods: {
        "tools/list": () => ({ tools: page(["a"])["tools"], ttlMs: undefined, cacheScope: undefined }),
      },
    },
    async (client) => equal(await prompt(client.listTools(), "listTools"), ["a"], "the tools"),
  ),
  onPipe(
    "every page is followed, also an empty cursor",
    {
      tools: {},
      methods: {
        "tools/list": ({ cursor }) =>
          cursor === undefined ? page(["a"], "") : cursor === "" ? page(["b"], "c") : page(["c"]),
      },
    },
    async (client) => equal(await prompt(client.listTools(), "listTools"), ["a", "b", "c"], "the tools"),
  ),
  pagesThatRepeat(),
  idsOfOtherTypes(),
  {
    group,
    name: "a large result arrives whole (pipe)",
    needs: ["pipe"],
    run: (adapter) =>
      connected(
        adapter,
        pipeTo(testServer({ tools: { big: () => "x".repeat(1_000_000) } })),
        async (client) => {
          equal(
            String(firstText(await prompt(client.callTool("big", {}), "the call"))).length,
            1_000_000,
            "characters",
          );
        },
      ),
  },
  onPipe(
    "names that objects inherit are only names",
    {
      tools: {
        evil: () => JSON.parse('{"content":[],"__proto__":{"polluted":1},"constructor":1}') as JsonObject,
      },
    },
    async (client) => {
      await prompt(client.callTool("evil", {}), "the call");
      check(!("polluted" in {}), "a result changed the prototype of all objects");
    },
  ),
];

function pagesThatRepeat(): ClientCase {
  return {
    group,
    name: "a cursor that repeats ends the list (pipe)",
    needs: ["pipe"],
    async run(adapter) {
      let asked = 0;
      const server = testServer({
        tools: {},
        methods: {
          "tools/list": () => {
            asked += 1;
            return page([`t${asked}`], "same");
          },
        },
      });
      await connected(adapter, pipeTo(server), async (client) => {
        await prompt(
          client.listTools().catch(() => undefined),
          "listTools",
        );
        check(asked < MOST_PAGES_ASKED, `the same page was asked for ${asked} times`);
      });
    },
  };
}

function idsOfOtherTypes(): ClientCase {
  return {
    group,
    name: "only its own id answers a request, and only once (pipe)",
    needs: ["pipe"],
    async run(adapter) {
      const script = scripted(
        async (server) => {
          await server.greet("2026-07-28", { tools: {} });
          const call = await server.expect("tools/call");
          const answer = (id: unknown, text: string): void =>
            server.send({
              jsonrpc: "2.0",
              id,
              result: { resultType: "complete", content: [{ type: "text", text }] },
            });
          for (const id of ["", " ", true, null, `${String(call.id)}.0`, 999_999]) answer(id, "wrong");
          answer(call.id, "right");
          answer(call.id, "late");
        },
        { ignore: ["notifications/cancelled", "tools/list"] },
      );
      await connected(adapter, pipeTo(script.attach), async (client) => {
        equal(
          firstText(await prompt(client.callTool("any", {}), "the call")),
          "right",
          "the text of the result",
        );
      });
    },
  };
}
