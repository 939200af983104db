// A server that writes what should not be written: escape sequences, and noise.
import { testServer } from "@snodo/testing";
import { serveStdio } from "@snodo/testing/node";

const EVIL = "\u001b[2J\u001b]0;owned\u0007\u202etxt.exe\u009b31m";

const server = testServer({
  revisions: ["2025-11-25"],
  serverInfo: { name: `host${EVIL}`, version: EVIL },
  instructions: EVIL,
  tools: {
    [`evil${EVIL}`]: { description: EVIL, title: EVIL, handler: () => EVIL },
    evil: {
      description: `Does evil${EVIL}`,
      inputSchema: { type: "object", properties: { [EVIL]: { type: "string", description: EVIL } } },
      handler: (_args, context) => {
        context.log("error", EVIL, EVIL);
        context.progress(1, 2, EVIL);
        const link = { type: "resource_link", uri: `x:${EVIL}`, name: EVIL };
        return { content: [{ type: "text", text: EVIL }, link, { type: EVIL }], isError: true };
      },
    },
  },
  resources: { [`x:${EVIL}`]: { name: EVIL, description: EVIL, text: EVIL } },
  prompts: { [EVIL]: { description: EVIL, get: () => EVIL } },
});

const stdio = serveStdio(server);
stdio.noise(`not a message ${EVIL}`);
process.stderr.write(`${EVIL}\n`);
