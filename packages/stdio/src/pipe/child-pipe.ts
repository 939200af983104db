import { setImmediate } from "node:timers";
import {
  type JsonRpcMessage,
  type JsonRpcRequest,
  type McpError,
  type MessagePipe,
  type OpenContext,
  type PipeConnection,
  type TimerHandle,
  transportError,
} from "@snodo/protocol";
import { type Report, StdioDiagnostic } from "../diagnostics.ts";
import { LineSplitter } from "../framing/line-splitter.ts";
import { MessageReader } from "../framing/message-reader.ts";
import { asBuffer } from "../io/as-buffer.ts";
import { StderrReader } from "../io/stderr-reader.ts";
import { WriteQueue } from "../io/write-queue.ts";
import type { Graces, Settings } from "../options.ts";
import { type Ending, endingError } from "../process/exit-error.ts";
import type { ProcessTree } from "../process/process-tree.ts";
import { shutDown } from "../process/shutdown.ts";
import type { RunningProcess } from "../process/start.ts";
import { startError } from "../process/start-error.ts";

/** How long what a process wrote before its exit may take to arrive, when a grandchild keeps the pipes open. */
const AFTER_EXIT = 50;
/** How long a process that closed a pipe may take to exit, which explains more than a closed pipe. */
const AFTER_PIPE = 500;

/** What a pipe is told besides its process. */
export interface PipeSetup {
  readonly settings: Settings;
  readonly context: OpenContext;
  readonly label: string;
  readonly report: Report;
  readonly tree: ProcessTree;
  /** Called once nothing of the process is left. */
  gone(): void;
}

/** The pipes of one server process: carries messages until the process ends or is ended. */
export class ChildPipe implements MessagePipe {
  readonly #process: RunningProcess;
  readonly #setup: PipeSetup;
  readonly #queue: WriteQueue;
  readonly #stderr: StderrReader;
  readonly #exited: Promise<void>;
  #connection: PipeConnection | undefined;
  #splitter: LineSplitter | undefined;
  #exit: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
  #closedPipe: "stdin" | "stdout" | undefined;
  #timer: TimerHandle;
  #finished = false;
  #shutdown: Promise<void> | undefined;

  constructor(process: RunningProcess, setup: PipeSetup) {
    this.#process = process;
    this.#setup = setup;
    this.#queue = new WriteQueue(process.stdin, setup.settings.platform);
    this.#stderr = new StderrReader(setup.settings, setup.report);
    const { child, stdin } = process;
    stdin.on("error", () => this.#pipeClosed("stdin"));
    if (child.stderr !== null) this.#stderr.read(child.stderr);
    this.#exited = new Promise((resolve) => {
      child.on("exit", (exitCode, signal) => {
        this.#exit ??= { exitCode, signal };
        resolve();
        this.#finishWithin(AFTER_EXIT);
      });
      child.on("close", (exitCode, signal) => {
        this.#exit ??= { exitCode, signal };
        resolve();
        this.#finish();
      });
    });
  }

  /**
   * Starts to read.
   *
   * @param connection - takes the messages and, once, the end
   */
  deliverTo(connection: PipeConnection): void {
    const { settings, report } = this.#setup;
    const reader = new MessageReader(settings.maxLineBytes, (message) => connection.receive(message), report);
    const splitter = new LineSplitter(settings.maxLineBytes, reader);
    const { stdout } = this.#process;
    this.#connection = connection;
    this.#splitter = splitter;
    stdout.on("data", (chunk) => {
      // After the end it is still read, so that the server can finish what it writes, and thrown away.
      if (!this.#finished) splitter.push(asBuffer(chunk));
    });
    stdout.on("end", () => this.#pipeClosed("stdout"));
    stdout.on("error", () => this.#pipeClosed("stdout"));
  }

  send(message: JsonRpcMessage): void | Promise<void> {
    return this.#queue.send(message);
  }

  close(): Promise<void> {
    this.#finished = true;
    this.#stopTimer();
    this.#shutdown ??= this.#shutDown(this.#setup.settings.graces);
    return this.#shutdown;
  }

  /** Ends it by force, for a connection that nobody waits for any more. */
  abandon(): Promise<void> {
    this.#finished = true;
    this.#shutdown ??= this.#shutDown({
      stdinGrace: 0,
      termGrace: 0,
      killGrace: this.#setup.settings.graces.killGrace,
    });
    return this.#shutdown;
  }

  /**
   * Takes an error of the process object. On Windows cross-spawn finds out this way, late, that there is no such
   * command; of anything else the exit tells more.
   */
  processFailed(error: Error): void {
    if (!("syscall" in error) || !String(error.syscall).startsWith("spawn")) return;
    const { settings, label } = this.#setup;
    this.#exit ??= { exitCode: null, signal: null };
    this.#end(() => startError(settings, label, error));
  }

  #pipeClosed(pipe: "stdin" | "stdout"): void {
    this.#closedPipe ??= pipe;
    if (pipe === "stdin") this.#queue.break();
    if (this.#exit === undefined) this.#finishWithin(AFTER_PIPE);
  }

  #finishWithin(milliseconds: number): void {
    if (this.#finished) return;
    this.#stopTimer();
    // One more turn of the loop, so that what is in the pipe is read even when this process was busy meanwhile.
    const finish = (): void => {
      setImmediate(() => this.#finish());
    };
    this.#timer = this.#setup.context.clock.setTimeout(finish, milliseconds);
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#setup.context.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #finish(): void {
    if (this.#finished) return;
    // An answer without a line feed is still an answer.
    this.#splitter?.end();
    this.#stderr.end();
    const ending = this.#ending();
    this.#end((request, sent) => endingError(this.#setup.label, ending, request, sent));
  }

  #end(failure: (request: JsonRpcRequest | undefined, sent: "no" | "maybe") => McpError): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#stopTimer();
    // Requests in flight are asked for at once; those made later on are not sent at all.
    let inFlight = true;
    this.#connection?.end((request) => {
      const sent = inFlight && request !== undefined && !this.#queue.holds(request.id) ? "maybe" : "no";
      return failure(request, sent);
    });
    inFlight = false;
    this.#queue.drop(failure(undefined, "no"));
    const { graces } = this.#setup.settings;
    // What a process leaves behind when it exits by itself has had its time.
    this.#shutdown ??= this.#shutDown(this.#exit === undefined ? graces : { ...graces, stdinGrace: 0 });
  }

  #ending(): Ending {
    const captured = this.#process.child.stderr !== null;
    const stderrTail = this.#stderr.tail();
    if (this.#exit !== undefined) return { type: "exit", ...this.#exit, stderrTail, captured };
    return { type: "pipe_closed", pipe: this.#closedPipe ?? "stdout", stderrTail, captured };
  }

  async #shutDown(graces: Graces): Promise<void> {
    const { context, label, tree, report, gone } = this.#setup;
    const { child, stdin, stdout } = this.#process;
    const closed = transportError(`the connection to ${label} is closed`, { type: "closed" });
    const process = {
      tree,
      exited: this.#exited,
      hasExited: () => this.#exit !== undefined,
      endInput: () => this.#queue.end(closed),
    };
    if (await shutDown(process, graces, context.clock)) gone();
    else report(StdioDiagnostic.ProcessSurvived, "left processes behind that could not be ended");
    this.#stderr.end();
    for (const stream of [stdin, stdout, child.stderr]) stream?.destroy();
    child.unref();
  }
}
