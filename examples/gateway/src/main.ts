// A gateway: `node src/main.ts servers.json [port]` (Node 24 or newer runs TypeScript as it is).
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import type { Target } from "snodo";
import { createGateway } from "./gateway.ts";

const DEADLINE = 10_000;

const [file = "servers.json", port = "8080"] = process.argv.slice(2);
const { mcpServers } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly mcpServers: Readonly<Record<string, Target>>;
};
const gateway = createGateway(
  Object.fromEntries(
    Object.entries(mcpServers).map(([name, target]) => [name, { target, deadline: DEADLINE }]),
  ),
  (problem) => console.error(problem),
);
const answer = toNodeHandler(gateway.handler);
const server = createServer((request, response) => {
  void answer(request as NodeIncomingMessageLike, response);
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/mcp`));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    void gateway.close();
  });
}
