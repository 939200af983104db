import { type TestServer, type TestServerDefinition, testServer } from "../../src/index.ts";

const form = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Who are you?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
};

/** One of everything. */
export function sampleServer(extra: Partial<TestServerDefinition> = {}): TestServer {
  return testServer({
    instructions: "Ask politely.",
    tools: {
      echo: {
        description: "Says it back.",
        inputSchema: { type: "object", properties: { text: { type: "string" } } },
        handler: ({ text }) => String(text),
      },
      count: async (_args, context) => {
        for (let step = 1; step <= 3; step += 1) context.progress(step, 3, `step ${step}`);
        context.log("info", "counted", "counter");
        return "done";
      },
      greet: async (_args, context) => {
        const { who } = await context.input({ who: form });
        const content = who?.["content"] as { name: string } | undefined;
        return `Hello, ${content?.name ?? "nobody"}`;
      },
      broken: () => {
        throw new Error("it broke");
      },
      wait: (_args, context) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener("abort", () => reject(context.signal.reason), { once: true });
        }),
      region: {
        inputSchema: {
          type: "object",
          properties: { region: { type: "string", "x-mcp-header": "Region" } },
        },
        handler: ({ region }) => `in ${String(region)}`,
      },
    },
    resources: { "file:///notes.md": { name: "notes", mimeType: "text/markdown", text: "# Notes" } },
    resourceTemplates: { "user://{id}": { name: "user", read: (_uri, vars) => `user ${vars.get("id")}` } },
    prompts: {
      review: {
        description: "Reviews code.",
        arguments: [{ name: "code", required: true }],
        get: ({ code }) => `Review ${String(code)}`,
      },
    },
    completions: ({ argument }) => ["alpha", "beta"].filter((value) => value.startsWith(argument.value)),
    ...extra,
  });
}
