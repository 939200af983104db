// Lives until it is killed, or until no test can need it; tells its parent its pid and, when nested, its child's.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const [ignores, nested] = process.argv.slice(2);
if (ignores.includes("term")) process.on("SIGTERM", () => {});
setTimeout(() => process.exit(), 120_000);
process.on("disconnect", () => {});

if (nested === "nested") {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ignores, ""], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.once("message", (pids) => {
    child.disconnect();
    process.send([process.pid, ...pids]);
  });
} else {
  process.send([process.pid]);
}
