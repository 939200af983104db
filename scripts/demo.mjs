// `npm run demo`: from a fresh clone to a running demonstration, the `demo` script of an app.
import { bootstrap } from "./bootstrap.mjs";
import { run } from "./lib/run.mjs";
import { apps } from "./lib/workspaces.mjs";

async function demo() {
  const installed = await bootstrap();
  if (installed !== 0) return installed;
  if (apps.some(({ manifest }) => manifest.scripts?.demo !== undefined))
    return run("node", ["scripts/app.mjs", "demo"]);
  console.log("Everything is installed and will be built; no app has a demonstration yet.");
  return run("npm", ["run", "--silent", "build"]);
}

process.exitCode = await demo();
