/** The readable end of a pipe: a Node `Readable` of bytes. */
export interface ByteSource {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  destroy(): unknown;
}

/** The writable end of a pipe: a Node `Writable`. */
export interface ByteSink {
  /** How much of what was written the system has not taken yet, where that is known. */
  readonly writableLength?: number | undefined;
  /** Calls back, later, once the system has taken the text and what came before, or refused it. */
  write(text: string, written?: (error?: Error | null) => void): unknown;
  end(): unknown;
  destroy(): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** What this package uses of a child process. A Node `ChildProcess` is one. */
export interface SpawnedProcess {
  /** Undefined when the process could not be started; an `error` event then says why. */
  readonly pid?: number | undefined;
  readonly stdin: ByteSink | null;
  readonly stdout: ByteSource | null;
  readonly stderr: ByteSource | null;
  on(event: "exit" | "close", listener: (code: number | null, signal: string | null) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  kill(): boolean;
  unref(): void;
}

/** How a process is to be started. */
export interface SpawnRequest {
  readonly stdio: ["pipe", "pipe", "pipe" | "inherit"] | "ignore";
  readonly env?: Record<string, string>;
  readonly cwd?: string | undefined;
  /** True on POSIX: the process leads a group of its own, so that all of it can be ended. */
  readonly detached: boolean;
  readonly windowsHide: boolean;
}

/**
 * Starts a process. It may throw, or return a process without a pid that then emits `error`.
 *
 * @param command - the program
 * @param args - its arguments
 * @param request - environment, directory and pipes
 */
export type SpawnFunction = (
  command: string,
  args: readonly string[],
  request: SpawnRequest,
) => SpawnedProcess;
