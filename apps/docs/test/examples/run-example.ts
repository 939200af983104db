import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const require = createRequire(import.meta.url);
// Inside of this app, where the packages that examples import are found.
const folder = fileURLToPath(new URL("../../node_modules/.cache/run/", import.meta.url));
const bin = fileURLToPath(new URL("../../node_modules/.cache/bin/", import.meta.url));

/** What a program printed, and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Empties the folder of programs, and makes `npx -y NAME …` start what is installed here: no test asks a registry. */
export function prepare(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(bin, { recursive: true });
  const entry = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
  const script = `#!/bin/sh
[ "$1 $2" = "-y @modelcontextprotocol/server-everything" ] || { echo "npx $*: not installed here" >&2; exit 1; }
shift 2
exec "${process.execPath}" "${entry}" "$@"
`;
  writeFileSync(`${bin}npx`, script);
  chmodSync(`${bin}npx`, 0o755);
}

/**
 * Runs a program of a document.
 *
 * @param name - of the file to write
 * @param code - TypeScript
 * @param urls - what stands in the document, and where it is served in fact; what is printed has the former again
 */
export async function runExample(
  name: string,
  code: string,
  urls: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const placed = Object.entries(urls).reduce((text, [shown, real]) => text.replaceAll(shown, real), code);
  const { code: program } = await transform(placed, { loader: "ts", target: "node20", format: "esm" });
  const file = `${folder}${name}.mjs`;
  writeFileSync(file, program);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.stderr += chunk;
  });
  const ended = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const shown = (said: string): string =>
    Object.entries(urls).reduce((rest, [placeholder, real]) => rest.replaceAll(real, placeholder), said);
  return { code: ended, stdout: shown(text.stdout), stderr: shown(text.stderr) };
}
