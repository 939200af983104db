// An application that starts a server with a grandchild, tells their pids and ends without closing.
import { systemClock } from "@snodo/protocol";
import { stdio } from "@snodo/stdio";

const [how] = process.argv.slice(2);
const transport = stdio({
  command: process.execPath,
  args: [new URL("./puppet.mjs", import.meta.url).pathname],
  env: { PUPPET_IGNORES: "eof,term" },
});
const connection = await transport.open({
  clock: systemClock,
  diagnostics: { report() {} },
  inbound: { notification() {}, request: async () => undefined, closed() {} },
});
const exchange = { routing: { revision: undefined }, notification() {}, request: async () => undefined };
const ask = async (id, method, params) =>
  (await connection.send({ jsonrpc: "2.0", id, method, params }, exchange).response).result;
const { pid } = await ask(1, "place", {});
const { pids: below } = await ask(2, "grandchild", { ignores: "term" });
const pids = [pid, ...below];
process.stdout.write(JSON.stringify(pids), () => {
  if (how === "exit") process.exit(0);
  throw new Error("the application failed");
});
