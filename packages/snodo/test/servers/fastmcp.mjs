// A server made with fastmcp: `node fastmcp.mjs stdio`, or `node fastmcp.mjs http PORT`.
import { FastMCP } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "fast", version: "1.0.0" });
server.addTool({
  name: "greet",
  description: "Says hello",
  parameters: z.object({ name: z.string() }),
  execute: async ({ name }) => `hello ${name}`,
});
server.addResource({
  uri: "note://one",
  name: "note",
  mimeType: "text/plain",
  load: async () => ({ text: "one" }),
});
server.addPrompt({
  name: "paint",
  description: "Paints",
  arguments: [
    {
      name: "color",
      required: true,
      complete: async (value) => ({ values: ["red", "green"].filter((name) => name.startsWith(value)) }),
    },
  ],
  load: async ({ color }) => `paint it ${color}`,
});
if (process.argv[2] === "stdio") {
  await server.start({ transportType: "stdio" });
} else {
  await server.start({
    transportType: "httpStream",
    httpStream: { port: Number(process.argv[3]), host: "127.0.0.1" },
  });
  console.log(process.argv[3]);
}
