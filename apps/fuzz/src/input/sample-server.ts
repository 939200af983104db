import { type TestServer, testServer } from "@snodo/testing";

const question = {
  method: "elicitation/create",
  params: {
    message: "Who are you?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
};

/** A server with something of everything, for recordings and for calls under faults. */
export function sampleServer(): TestServer {
  return testServer({
    tools: {
      echo: (args) => JSON.stringify(args),
      count: ({ to }, context) => {
        const steps = Number(to);
        for (let step = 1; step <= steps; step += 1) context.progress(step, steps, `step ${step}`);
        return "counted";
      },
      ask: async (_args, context) => {
        const { who } = await context.input({ who: question });
        return `Hello, ${JSON.stringify(who)}`;
      },
      structured: {
        title: "Structured",
        inputSchema: {
          type: "object",
          properties: { region: { type: "string", "x-mcp-header": "Region" } },
        },
        outputSchema: { type: "object", properties: { a: { type: "number" } } },
        handler: () => ({ content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } }),
      },
    },
    resources: { "file:///notes.md": "día, 数, 🙂" },
    resourceTemplates: { "file:///{name}": { read: (uri) => `the file ${uri}` } },
    prompts: { greet: ({ who }) => `Hello, ${String(who)}` },
    completions: () => ["Ada", "Alan"],
    cache: { "resources/read": { ttlMs: 60_000, cacheScope: "private" } },
    pageSize: 2,
  });
}
