// `node src/main.ts https://mcp.example.com/mcp file:///notes.md` (Node 24 or newer runs TypeScript as it is).
import { connect } from "snodo";
import { watch } from "./watch.ts";

const [url = "", uri = ""] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
await using client = await connect(url);
try {
  await watch(client, uri, ({ contents }) => console.log(contents), stop.signal);
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
