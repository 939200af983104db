// `node scripts/app.mjs NAME …`: builds, then runs the script NAME of the app that has one, with the rest as
// its arguments.
import { run } from "./lib/run.mjs";
import { apps } from "./lib/workspaces.mjs";

const [name, ...rest] = process.argv.slice(2);
const app = apps.find(({ manifest }) => name !== undefined && manifest.scripts?.[name] !== undefined);

if (app === undefined) {
  console.error(`no app has a script named ${name}`);
  process.exitCode = 1;
} else {
  const built = await run("tsc", ["-b"]);
  process.exitCode = built || (await run("npm", ["run", "--silent", name, "--", ...rest], { cwd: app.path }));
}
