import { constants } from "node:buffer";
import type { SpawnFunction } from "./process/spawned-process.ts";

/** How `close()` ends the process, in milliseconds. Each step is skipped as soon as nothing of the process is left. */
export interface ShutdownOptions {
  /** How long the server may take to exit after its stdin has ended; 2,000 unless set. 0 does not wait. */
  readonly stdinGrace?: number | undefined;
  /** How long it may take after SIGTERM; 2,000 unless set. Windows has no such signal and skips this step. */
  readonly termGrace?: number | undefined;
  /** How long to wait for the operating system to carry out SIGKILL; 500 unless set. */
  readonly killGrace?: number | undefined;
}

/**
 * Takes the server's stderr, one line at a time without its line break. Lines over 8,192 characters come in pieces.
 * What it throws is reported once as a diagnostic.
 */
export type StderrListener = (line: string) => void;

/** How to start a server and how to talk to it. */
export interface StdioOptions {
  /** The program: a path, or a name that is looked up on the `PATH` of the server's environment. */
  readonly command: string;
  /** Its arguments, one each; no shell takes part, so nothing needs quoting. Defaults to none. */
  readonly args?: readonly string[] | undefined;
  /** Variables on top of the inherited ones. An entry whose value is undefined is ignored. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * What the server inherits: unset, the harmless variables of `safeEnvironment`; `true`, everything this
   * process has, secrets included; a list of names, those besides the harmless ones.
   */
  readonly inheritEnv?: boolean | readonly string[] | undefined;
  /** The working directory. Defaults to that of this process. */
  readonly cwd?: string | undefined;
  /**
   * The longest line to accept, in bytes; 16 MiB unless set. The rest of a longer line is discarded, a diagnostic says
   * so, and the request it answers runs into its timeout.
   */
  readonly maxLineBytes?: number | undefined;
  /**
   * Where the server's stderr goes: `"pipe"` keeps only its tail for errors, `"inherit"` hands it to the stderr of
   * this process (errors then have no tail), a function gets its lines. Defaults to `"pipe"`.
   */
  readonly stderr?: "pipe" | "inherit" | StderrListener | undefined;
  /** How much of stderr is kept to explain an exit, in bytes; 64 KiB unless set. */
  readonly stderrTailBytes?: number | undefined;
  /** How long each step of `close()` may take. */
  readonly shutdown?: ShutdownOptions | undefined;
  /** Starts the process in place of cross-spawn: for sandboxes, containers and tests. */
  readonly spawn?: SpawnFunction | undefined;
  /** The platform whose rules apply, as `process.platform` names it. Defaults to this one; for tests. */
  readonly platform?: string | undefined;
}

/** The grace periods of a shutdown, complete. */
export type Graces = { readonly [Step in keyof ShutdownOptions]-?: number };

/** {@link StdioOptions} after defaults and checks. */
export interface Settings {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly inheritEnv: boolean | readonly string[];
  readonly cwd: string | undefined;
  readonly maxLineBytes: number;
  readonly stderr: "pipe" | "inherit" | StderrListener;
  readonly stderrTailBytes: number;
  readonly graces: Graces;
  readonly spawn: SpawnFunction | undefined;
  readonly platform: string;
}

const MAX_DELAY = 2 ** 31 - 1;

/**
 * Checks options and fills in the defaults.
 *
 * @param options - as the caller gave them
 * @throws TypeError naming the option that cannot be
 */
export function resolveOptions(options: StdioOptions): Settings {
  const { command, args = [], env = {}, stderr = "pipe", shutdown = {} } = options;
  if (typeof command !== "string" || command === "") throw invalid("command", "a non-empty string");
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
    throw invalid("args", "an array of strings");
  }
  if ([command, ...args].some((text) => text.includes("\0"))) {
    throw invalid("command and args", "free of NUL characters");
  }
  if (stderr !== "pipe" && stderr !== "inherit" && typeof stderr !== "function") {
    throw invalid("stderr", '"pipe", "inherit" or a function');
  }
  return {
    command,
    args,
    env,
    inheritEnv: options.inheritEnv ?? false,
    cwd: options.cwd,
    maxLineBytes: bytes("maxLineBytes", options.maxLineBytes, 16 * 1024 * 1024),
    stderr,
    stderrTailBytes: bytes("stderrTailBytes", options.stderrTailBytes, 64 * 1024),
    graces: {
      stdinGrace: delay("stdinGrace", shutdown.stdinGrace, 2000),
      termGrace: delay("termGrace", shutdown.termGrace, 2000),
      killGrace: delay("killGrace", shutdown.killGrace, 500),
    },
    spawn: options.spawn,
    platform: options.platform ?? process.platform,
  };
}

function bytes(name: string, value: number | undefined, standard: number): number {
  if (value === undefined) return standard;
  if (typeof value !== "number" || !(value >= 1)) throw invalid(name, "a number of bytes, 1 or more");
  // A longer line could not become one string anyway.
  return Math.min(Math.floor(value), constants.MAX_STRING_LENGTH);
}

function delay(name: string, value: number | undefined, standard: number): number {
  if (value === undefined) return standard;
  if (typeof value !== "number" || !(value >= 0)) {
    throw invalid(`shutdown.${name}`, "a number of milliseconds, 0 or more");
  }
  return Math.min(value, MAX_DELAY);
}

function invalid(name: string, expected: string): TypeError {
  return new TypeError(`stdio: ${name} must be ${expected}`);
}
