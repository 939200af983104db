import {
  changed,
  cursorIgnored,
  failing,
  instead,
  legacy,
  modern,
  shuffled,
  testRules,
  unannounced,
  unlessWhole,
} from "../support/tampered.ts";

const named =
  (name: string) =>
  ({ params }: { readonly params?: Readonly<Record<string, unknown>> | undefined }): boolean =>
    params?.["name"] === name;

testRules([
  [
    "version-fallback",
    "an unknown version agreed to",
    legacy,
    changed("initialize", (_result, { params }) => ({ protocolVersion: params?.["protocolVersion"] })),
    /agreed to speak 1999-01-01/,
  ],
  [
    "version-refused",
    "an unknown version served",
    modern,
    unlessWhole("1999-01-01", { resultType: "complete" }),
    /not refused with -32022/,
  ],
  [
    "version-listed",
    "its own version left out",
    modern,
    changed("server/discover", () => ({ supportedVersions: ["2025-06-18"] })),
    /not in supportedVersions/,
  ],
  [
    "envelope-required",
    "an envelope that is not whole",
    modern,
    unlessWhole("2026-07-28", { resultType: "complete" }),
    /not refused with -32602/,
  ],
  ["ping", "no pong", legacy, failing("ping", -32603), /not answered with a result/],
  [
    "capability-honest",
    "tools announced and missing",
    modern,
    failing("tools/list", -32601),
    /tools\/list does not exist/,
  ],
  [
    "capability-missing",
    "prompts there and not announced",
    legacy,
    changed("initialize", (result) => ({
      capabilities: { ...(result["capabilities"] as object), prompts: undefined },
    })),
    /prompts was not announced/,
  ],
  [
    "capability-undeclared",
    "prompts there and not announced",
    modern,
    changed("server/discover", (result) => ({
      capabilities: { ...(result["capabilities"] as object), prompts: undefined },
    })),
    /not answered -32601/,
  ],
  [
    "list-changed-announced",
    "changes told and not announced",
    legacy,
    unannounced(),
    /tools\.listChanged was not announced/,
  ],
  [
    "unknown-method",
    "any method answered",
    modern,
    instead("snodo/no-such-method", {}),
    /not answered -32601/,
  ],
  [
    "unknown-tool",
    "an unknown tool answered",
    modern,
    instead(
      "tools/call",
      { resultType: "complete", content: [], isError: true },
      named("snodo-no-such-tool"),
    ),
    /answered with a result/,
  ],
  ["unknown-prompt", "another code", modern, failing("prompts/get", -32603), /answered -32603/],
  [
    "unknown-resource",
    "empty contents",
    legacy,
    instead("resources/read", { contents: [] }),
    /answered with a result/,
  ],
  [
    "unknown-cursor",
    "a cursor ignored",
    modern,
    (request, response, context) => cursorIgnored(request, response, context),
    /never gave out/,
  ],
  [
    "paging-ends",
    "the same cursor again",
    modern,
    instead("tools/list", {
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
      tools: [],
      nextCursor: "again",
    }),
    /a cursor came a second time/,
  ],
  [
    "paging-ends",
    "a cursor of its own refused",
    modern,
    changed("tools/list", () => ({ nextCursor: "again" })),
    /refused a cursor it had given out/,
  ],
  [
    "names-unique",
    "a tool listed twice",
    modern,
    changed("tools/list", ({ tools }) => ({ tools: [...(tools as unknown[]), (tools as unknown[])[0]] })),
    /listed more than once: echo/,
  ],
  ["list-stable", "another order", modern, shuffled(), /another order/],
  [
    "tool-name",
    "a name with a space",
    modern,
    changed("tools/list", () => ({ tools: [{ name: "my tool", inputSchema: { type: "object" } }] })),
    /"my tool" is unusual/,
  ],
  [
    "tool-schema",
    "a reference that leads nowhere",
    modern,
    changed("tools/list", () => ({
      tools: [{ name: "t", inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/b" } } } }],
    })),
    /inputSchema: #\/properties\/a\/\$ref leads to #\/\$defs\/b/,
  ],
  [
    "tool-headers",
    "an annotation on an object",
    modern,
    changed("tools/list", () => ({
      tools: [
        {
          name: "t",
          inputSchema: { type: "object", properties: { a: { type: "object", "x-mcp-header": "A" } } },
        },
      ],
    })),
    /not a string, integer or boolean/,
  ],
]);
