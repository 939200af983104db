// `npm run demo`: from a fresh clone to a running demonstration, the `demo` script of an app.
import { bootstrap } from "./bootstrap.mjs";
import { run } from "./lib/run.mjs";

process.exitCode = (await bootstrap()) || (await run("node", ["scripts/app.mjs", "demo"]));
