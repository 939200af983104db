import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target } from "../contestants/contestant.ts";
import type { Figure } from "../job.ts";
import { packedFolder } from "../sizes/packed.ts";

const hook = fileURLToPath(new URL("./until-connected.cjs", import.meta.url));
const inRepository = fileURLToPath(new URL("../../../cli/bin/snodo.js", import.meta.url));

/** How long a command may take, in milliseconds. */
const LIMIT = 60_000;

/**
 * CPU from the start of the process until it starts the server or opens a socket: what the command costs before
 * anything happens.
 *
 * @param target - the server
 * @param published - measures the command as it is installed, else the one in this repository
 */
export async function commandStartUp(target: Target, published: boolean): Promise<Figure> {
  const bin = published ? join(await packedFolder(), "node_modules/.bin/snodo") : inRepository;
  const place = target.kind === "http" ? [target.url] : ["--", target.command, ...target.args];
  return measured([bin, "tools", ...place]);
}

/** The same for a script that does nothing else. */
export async function floorStartUp(target: Target): Promise<Figure> {
  const script =
    target.kind === "http"
      ? `fetch(${JSON.stringify(target.url)}).then(() => process.exit())`
      : `require("node:child_process").spawn(process.execPath, ["--version"])`;
  return measured(["-e", script]);
}

async function measured(args: readonly string[]): Promise<Figure> {
  const child = spawn(process.execPath, ["--require", hook, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    told += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  const cpu = /^cpu (\d+)$/m.exec(told)?.[1];
  if (code !== 0 || cpu === undefined) throw new Error(told.trim() || `exit ${code}`);
  return { value: Number(cpu) };
}
