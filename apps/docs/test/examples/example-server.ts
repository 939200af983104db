import { type TestServer, testServer } from "@snodo/testing";

const NOTES = "file:///notes.md";
const BOOKS = ["JSON at Work", "Parsing JSON", "The JSON Book", "A History of YAML"];

/** What stands behind https://example.com/mcp in the documents. */
export function exampleServer(): TestServer {
  const server = testServer({
    serverInfo: { name: "example", version: "1.0.0" },
    instructions: "Search before you deploy.",
    pageSize: 3,
    cache: {
      "tools/list": { ttlMs: 60_000, cacheScope: "public" },
      "resources/read": { ttlMs: 60_000, cacheScope: "private" },
    },
    tools: {
      search: {
        description: "Searches the library",
        inputSchema: {
          type: "object",
          properties: { query: { type: "string" }, limit: { type: "integer" } },
          required: ["query"],
        },
        outputSchema: {
          type: "object",
          properties: { hits: { type: "array", items: { type: "string" } } },
          required: ["hits"],
        },
        handler: ({ query, limit }) => {
          const word = String(query).toLowerCase();
          const hits = BOOKS.filter((title) => title.toLowerCase().includes(word)).slice(
            0,
            Number(limit ?? 10),
          );
          return { content: [{ type: "text", text: JSON.stringify({ hits }) }], structuredContent: { hits } };
        },
      },
      deploy: {
        description: "Deploys a version, if the user agrees",
        inputSchema: { type: "object", properties: { version: { type: "string" } } },
        handler: async ({ version }, context) => {
          const { confirm } = await context.input({
            confirm: {
              method: "elicitation/create",
              params: {
                mode: "form",
                message: `Deploy ${String(version)}?`,
                requestedSchema: {
                  type: "object",
                  properties: {
                    approved: { type: "boolean", default: true },
                    region: { type: "string", enum: ["eu", "us"], default: "eu" },
                  },
                },
              },
            },
          });
          const content = confirm?.["content"] as { readonly region?: string } | undefined;
          return confirm?.["action"] === "accept"
            ? `deployed ${String(version)} to ${content?.region ?? "nowhere"}`
            : "left alone";
        },
      },
      reindex: {
        description: "Takes three steps",
        handler: (_args, context) => {
          for (const step of [1, 2, 3]) context.progress(step, 3, `step ${step}`);
          context.log("info", "all books seen", "indexer");
          context.log("debug", { millis: 12 }, "indexer");
          return "reindexed";
        },
      },
      "save-note": {
        description: "Writes the notes",
        handler: () => {
          server.announce.resourceUpdated(NOTES);
          return "saved";
        },
      },
      fail: { description: "Always fails", handler: () => Promise.reject(new Error("the disk is full")) },
      hang: {
        description: "Never answers",
        handler: (_args, context) => context.delay(60_000).then(() => "late"),
      },
    },
    resources: { [NOTES]: { name: "notes", mimeType: "text/markdown", text: "# Notes\n" } },
    resourceTemplates: {
      "file:///books/{title}": { name: "book", read: (_uri, variables) => `About ${variables.get("title")}` },
    },
    prompts: {
      review: {
        description: "Asks for a review",
        arguments: [{ name: "title", required: true }],
        get: ({ title }) => `Please review ${String(title)}.`,
      },
    },
    completions: ({ argument }) =>
      BOOKS.filter((title) => title.toLowerCase().startsWith(argument.value.toLowerCase())),
  });
  return server;
}
