import { fileURLToPath } from "node:url";

/** A command to start, in the shape stdio transports take. */
export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that runs a script as a child of this Node: a fixture that calls `serveStdio`.
 *
 * @param script - path or `file:` URL of a JavaScript file, usually `new URL("./fixture.mjs", import.meta.url)`
 * @param args - what the script finds in `process.argv`
 */
export function stdioChild(script: string | URL, args: readonly string[] = []): ChildCommand {
  return {
    command: process.execPath,
    args: [typeof script === "string" ? script : fileURLToPath(script), ...args],
  };
}

/**
 * The command that runs a few lines of JavaScript (ES module) as a child of this Node: for peers that break the rules.
 *
 * @param source - the module's text; it can import `node:` modules
 */
export function inlineChild(source: string): ChildCommand {
  return { command: process.execPath, args: ["--input-type=module", "--eval", source] };
}

/** The command that serves a `contractServer` on its standard streams, for `transportContract`. */
export function contractChild(): ChildCommand {
  return stdioChild(new URL("./contract-child-main.js", import.meta.url));
}
