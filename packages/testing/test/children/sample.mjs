// Serves a sample of everything on the standard streams. Plain JavaScript: Node runs it as it is.
import { testServer } from "../../dist/index.js";
import { serveStdio } from "../../dist/node/index.js";

const form = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Who are you?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
};

serveStdio(
  testServer({
    instructions: "Ask politely.",
    tools: {
      echo: ({ text }) => String(text),
      count: (_args, context) => {
        for (let step = 1; step <= 3; step += 1) context.progress(step, 3, `step ${step}`);
        return "done";
      },
      greet: async (_args, context) => {
        const { who } = await context.input({ who: form });
        return `Hello, ${who?.content?.name ?? "nobody"}`;
      },
      broken: () => {
        throw new Error("it broke");
      },
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
        arguments: [{ name: "code", required: true }],
        get: ({ code }) => `Review ${String(code)}`,
      },
    },
    completions: ({ argument }) => ["alpha", "beta"].filter((value) => value.startsWith(argument.value)),
  }),
);
