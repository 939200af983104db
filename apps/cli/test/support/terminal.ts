import { spawn } from "@lydell/node-pty";
import { BIN, EMPTY_HOME, environment } from "./run-snodo.ts";

/** Keys as a terminal sends them. */
export const KEY = {
  enter: "\r",
  escape: "\u001b",
  down: "\u001b[B",
  up: "\u001b[A",
  space: " ",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  tab: "\t",
} as const;

/** A pseudo-terminal somebody sits at. */
export interface Terminal {
  /** Everything that was shown so far, without colours and cursor movements. */
  readonly shown: string;
  /** The same without what was erased again. */
  readonly left: string;
  /** The same as it came. */
  readonly raw: string;
  /** Waits until something is shown after what was waited for before. */
  see(what: string | RegExp): Promise<void>;
  /** Types. */
  type(keys: string): void;
  /** Resolves with the exit code. */
  readonly exited: Promise<number>;
}

/** What it is like. */
export interface TerminalOptions {
  readonly columns?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

/** How long something may take to appear, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Runs the command in a pseudo-terminal.
 *
 * @param args - its command line
 * @param options - size and environment
 */
export function terminal(args: readonly string[], options: TerminalOptions = {}): Terminal {
  const pty = spawn(process.execPath, [BIN, ...args], {
    name: "xterm-256color",
    cols: options.columns ?? 100,
    rows: 40,
    cwd: options.cwd ?? EMPTY_HOME,
    env: environment(options.env),
  });
  let raw = "";
  let seen = 0;
  const watchers = new Set<() => void>();
  const wake = (): void => {
    for (const watcher of watchers) watcher();
  };
  pty.onData((data) => {
    raw += data;
    wake();
  });
  let over = false;
  const exited = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      over = true;
      resolve(exitCode);
      wake();
    });
  });
  return {
    get shown() {
      return plain(raw);
    },
    get left() {
      return plain(raw.replace(ERASED, ""));
    },
    get raw() {
      return raw;
    },
    exited,
    type: (keys) => pty.write(keys),
    see: (what) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void): void => {
          clearTimeout(timer);
          watchers.delete(look);
          end();
        };
        const fail = (why: string): void =>
          done(() =>
            reject(new Error(`${why} before ${String(what)} was seen after:\n${plain(raw).slice(seen)}`)),
          );
        const look = (): void => {
          const text = plain(raw);
          const at = position(text, what, seen);
          if (at !== undefined) {
            seen = at;
            done(resolve);
          } else if (over) fail("the program ended");
        };
        const timer = setTimeout(() => fail("time was up"), PATIENCE);
        watchers.add(look);
        look();
      }),
  };
}

function position(text: string, what: string | RegExp, from: number): number | undefined {
  if (typeof what === "string") {
    const at = text.indexOf(what, from);
    return at < 0 ? undefined : at + what.length;
  }
  const match = what.exec(text.slice(from));
  return match === null ? undefined : from + match.index + match[0].length;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line that is erased is not there any more
const ERASED = /[^\n]*\r\u001b\[K/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals are told is what is taken out
const CONTROL = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007|\u001b[=>()][0-9A-Za-z]?/g;

function plain(raw: string): string {
  return raw.replace(CONTROL, "").replaceAll("\r\n", "\n");
}
