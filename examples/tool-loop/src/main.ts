// A host's tool loop: `node src/main.ts` (Node 24 or newer runs TypeScript as it is).
import { createRequire } from "node:module";
import { connect } from "snodo";
import { ask } from "./ask.ts";
import { call, say, scriptedModel } from "./scripted-model.ts";

const everything = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);
// As in the `mcpServers` of config files: a command, or a URL.
await using client = await connect({ command: process.execPath, args: [everything, "stdio"] });

// Replace it by `openai("…")` or any other model of the AI SDK.
const model = scriptedModel(call("everything__get-sum", { a: 19, b: 23 }), say("19 and 23 make 42."));
console.log(await ask(model, { everything: client }, "How much are 19 and 23?"));
