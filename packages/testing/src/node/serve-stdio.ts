import type { Readable, Writable } from "node:stream";
import { messageOf, type Runtime } from "@snodo/protocol";
import { type ServedPipe, type ServePipeOptions, servePipe } from "../hosts/serve-pipe.ts";

/** Where a stdio server reads and writes. */
export interface ServeStdioOptions extends ServePipeOptions {
  /** Defaults to the process's own. */
  readonly stdin?: Readable | undefined;
  /** Defaults to the process's own. */
  readonly stdout?: Writable | undefined;
}

/** Something else than a runtime that speaks over a pipe, such as a `scripted` server. */
export interface PipeServer {
  attach(send: (message: unknown) => void, cut: () => void): ServedPipe;
}

/** A runtime that is being served. */
export interface StdioServer {
  /** Resolves when the client closed the input. */
  readonly closed: Promise<void>;
  /** Writes a line that is no message, as a stray `console.log` does. */
  noise(text: string): void;
}

/**
 * Serves a runtime or a script on the standard streams of this process: one JSON message per line.
 *
 * Spec: 2026-07-28 basic/transports/stdio.
 *
 * @param server - a runtime such as a `testServer`, or a `scripted` server
 * @param options - other streams
 */
export function serveStdio(server: Runtime | PipeServer, options: ServeStdioOptions = {}): StdioServer {
  const { stdin = process.stdin, stdout = process.stdout } = options;
  const send = (message: unknown): void => void stdout.write(`${JSON.stringify(message)}\n`);
  const pipe =
    "attach" in server ? server.attach(send, () => stdout.end()) : servePipe(server, send, options);
  // A client that stopped reading is a client that is gone.
  stdout.on("error", () => pipe.end());
  // Pieces are joined once a line, so that a long one costs no more than its length.
  let pieces: string[] = [];
  stdin.setEncoding("utf8");
  stdin.on("data", (chunk: string) => {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const line = [...pieces, chunk.slice(start, end)].join("");
      pieces = [];
      start = end + 1;
      if (line.trim() !== "") receive(line);
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
  });
  const receive = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (error) {
      pipe.unreadable(`Parse error: ${messageOf(error)}`);
      return;
    }
    pipe.receive(message);
  };
  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      pipe.end();
      resolve();
    };
    stdin.once("end", end);
    stdin.once("close", end);
  });
  return { closed, noise: (text) => stdout.write(`${text}\n`) };
}
