// Child processes for the scripts of this folder.
import { spawn, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const path = [join(root, "node_modules/.bin"), join(root, ".tools/node_modules/.bin"), process.env.PATH].join(
  process.platform === "win32" ? ";" : ":",
);

const environment = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: "1" };

/**
 * Runs a command with its output passed through and resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...environment, ...options.env },
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command and returns what it printed; throws with that text when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {string}
 */
export function capture(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: options.cwd ?? root,
    env: environment,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (done.error) throw done.error;
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} exited with ${done.status}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
