// A server on stdio, of one revision or of all. Its tools do what the tests of the command need.
import { testServer } from "@snodo/testing";
import { serveStdio } from "@snodo/testing/node";

const [revision] = process.argv.slice(2);
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const FORM = {
  mode: "form",
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    required: ["name", "color"],
    properties: {
      name: { type: "string", title: "Your name", minLength: 2 },
      age: { type: "integer", title: "Your age", minimum: 0 },
      mail: { type: "string", title: "E-mail", format: "email" },
      news: { type: "boolean", title: "Newsletter", default: true },
      color: { type: "string", title: "Colour", enum: ["r", "g"], enumNames: ["Red", "Green"] },
      tags: {
        type: "array",
        title: "Tags",
        items: {
          anyOf: [
            { const: "a", title: "Alpha" },
            { const: "b", title: "Beta" },
          ],
        },
      },
    },
  },
};
const PAGE = {
  mode: "url",
  message: "Please pay",
  url: "https://pay.example.com/invoice?id=1",
  elicitationId: "e1",
};

const ask = (params) => async (_args, context) => {
  const { q } = await context.input({ q: { method: "elicitation/create", params } });
  return JSON.stringify(q);
};

const server = testServer({
  ...(revision === undefined ? {} : { revisions: [revision] }),
  serverInfo: { name: "fixture", version: "1.2.3" },
  instructions: "Be kind.",
  tools: {
    echo: {
      description: "Says what it is told",
      inputSchema: {
        type: "object",
        properties: {
          text: { type: "string", description: "what to say" },
          times: { type: "integer", minimum: 1 },
        },
        required: ["text"],
      },
      outputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      handler: ({ text }) => ({
        content: [{ type: "text", text: JSON.stringify({ text }) }],
        structuredContent: { text },
      }),
    },
    kinds: () => ({
      content: [
        { type: "text", text: "hello" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
        { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a.txt", text: "inside", mimeType: "text/plain" } },
        { type: "resource", resource: { uri: "file:///b.bin", blob: "AAEC" } },
        {
          type: "resource_link",
          uri: "https://example.com/c",
          name: "c",
          title: "The third",
          description: "far away",
        },
        { type: "hologram", depth: 3 },
      ],
      structuredContent: { n: 1, list: ["ä", "🚀"] },
    }),
    violates: {
      outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      handler: () => ({ content: [{ type: "text", text: "n is x" }], structuredContent: { n: "x" } }),
    },
    fails: () => {
      throw new Error("the disk is full");
    },
    form: ask(FORM),
    confirm: ask({ mode: "form", message: "Really?", requestedSchema: { type: "object", properties: {} } }),
    page: ask(PAGE),
    sample: async (_args, context) => {
      const params = { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 10 };
      const { q } = await context.input({ q: { method: "sampling/createMessage", params } });
      return JSON.stringify(q);
    },
    roots: async (_args, context) => {
      const { q } = await context.input({ q: { method: "roots/list" } });
      return JSON.stringify(q);
    },
    slow: async (_args, context) => {
      for (let step = 1; step <= 3; step += 1) {
        context.progress(step, 3, `step ${step}`);
        context.log("info", `did step ${step}`, "slow");
        await context.delay(300);
      }
      return "all done";
    },
    hangs: (_args, context) =>
      new Promise((_resolve, reject) => {
        context.signal.addEventListener("abort", () => {
          process.stderr.write("cancelled\n");
          reject(context.signal.reason);
        });
      }),
    dies: () => {
      process.stderr.write("cannot open the database\nno such file: data.db\n");
      process.exitCode = 3;
      process.exit();
    },
  },
  prompts: {
    review: {
      description: "Reviews code",
      arguments: [{ name: "language", required: true }, { name: "tone" }],
      get: ({ language }) => `Review this ${language}`,
    },
  },
  resources: {
    "file:///notes.md": { name: "Notes", mimeType: "text/markdown", text: "# Notes" },
    "file:///pixel.png": { name: "Pixel", mimeType: "image/png", blob: PIXEL },
  },
  resourceTemplates: { "db://{table}": { name: "Table", description: "Rows of a table" } },
  completions: ({ argument }) => ["python", "perl", "rust"].filter((each) => each.startsWith(argument.value)),
});

serveStdio(server);
