// A server whose names and values a shell would act on.
import { testServer } from "@snodo/testing";
import { serveStdio } from "@snodo/testing/node";

const NAMES = [
  "two words",
  "*",
  "x;touch pwned",
  "$(touch pwned)",
  "it's `id`",
  "~",
  "a\nb",
  "esc\u001b[2J",
  "c\u200bd",
];
const schema = {
  type: "object",
  properties: { of: { type: "string", enum: ["in progress", '$HOME\'s "own"', "x:y z", "me@here"] } },
};
const tool = { inputSchema: schema, handler: () => "done" };

serveStdio(
  testServer({
    revisions: ["2025-11-25"],
    tools: Object.fromEntries(["plain", ...NAMES].map((name) => [name, tool])),
  }),
);
