// A server of all revisions with one of everything, for clients over real pipes.
import { testServer } from "@snodo/testing";
import { serveStdio } from "@snodo/testing/node";

const [revision] = process.argv.slice(2);
const form = { mode: "form", message: "Name?", requestedSchema: { type: "object", properties: {} } };

const server = testServer({
  ...(revision === undefined ? {} : { revisions: [revision] }),
  tools: {
    echo: (args) => JSON.stringify(args),
    count: ({ to }, context) => {
      for (let step = 1; step <= to; step += 1) context.progress(step, to);
      return "counted";
    },
    ask: async (_args, context) =>
      JSON.stringify(await context.input({ q: { method: "elicitation/create", params: form } })),
    announce: ({ times }) => {
      for (let time = 0; time < times; time += 1) server.announce.toolsChanged();
      return String(server.openSubscriptions);
    },
    log: (_args, context) => {
      context.log("warning", "careful");
      return "";
    },
    pid: () => String(process.pid),
    wait: (_args, context) => {
      context.progress(1);
      return new Promise((_resolve, reject) =>
        context.signal.addEventListener("abort", () => reject(context.signal.reason)),
      );
    },
    exit: () => process.exit(3),
  },
});
serveStdio(server);
