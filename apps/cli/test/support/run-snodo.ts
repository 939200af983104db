import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command as it is installed. */
export const BIN = fileURLToPath(new URL("../../bin/snodo.js", import.meta.url));

/** A home folder without servers and sign-ins. */
export const EMPTY_HOME = mkdtempSync(join(tmpdir(), "snodo-home-"));

/** What the command runs with. */
export interface RunOptions {
  readonly stdin?: string | undefined;
  /** Sees all of stderr each time there is more, and may type; stdin then stays open until it has typed. */
  readonly watch?: ((stderr: string, type: (text: string) => void) => void) | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

/** What came of it. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The environment of a test: no servers, sign-ins or colours of whoever runs it.
 *
 * @param extra - what the test adds
 */
export function environment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: EMPTY_HOME,
    USERPROFILE: EMPTY_HOME,
    XDG_CONFIG_HOME: join(EMPTY_HOME, "config"),
    XDG_STATE_HOME: join(EMPTY_HOME, "state"),
    XDG_CACHE_HOME: join(EMPTY_HOME, "cache"),
    TERM: "xterm-256color",
    ...extra,
  };
}

/**
 * Runs the command as a program does, with pipes.
 *
 * @param args - its command line
 * @param options - stdin is empty unless given
 */
export async function snodo(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: environment(options.env),
    cwd: options.cwd ?? EMPTY_HOME,
    stdio: "pipe",
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    err.push(chunk);
    options.watch?.(Buffer.concat(err).toString("utf8"), (text) => child.stdin.end(text));
  });
  child.stdin.on("error", () => undefined);
  if (options.watch === undefined) child.stdin.end(options.stdin ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: Buffer.concat(out).toString("utf8"), stderr: Buffer.concat(err).toString("utf8") };
}

/** The JSON document on stdout. Throws unless it is the only thing there. */
export function json(ran: Ran): Record<string, unknown> {
  try {
    return JSON.parse(ran.stdout) as Record<string, unknown>;
  } catch {
    throw new Error(`no JSON document on stdout: ${JSON.stringify(ran)}`);
  }
}

/** The last line of stderr, which is a JSON object after a failure with `--json`. */
export function failure(ran: Ran): Record<string, unknown> {
  const line = ran.stderr.trimEnd().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw new Error(`no JSON line at the end of stderr: ${JSON.stringify(ran)}`);
  }
}
