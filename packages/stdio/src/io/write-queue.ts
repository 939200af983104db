import { type JsonRpcMessage, type JsonRpcNotification, notJson, type RequestId } from "@snodo/protocol";
import type { ByteSink } from "../process/spawned-process.ts";

/** How many answers to the server's own requests may wait for it to read. Calls are bounded by their callers. */
const MAX_WAITING_ANSWERS = 256;
/** A batch that has this many characters takes no more messages; what waits longer can still be taken back. */
const FULL_BATCH = 64 * 1024;

interface Waiting {
  readonly text: string;
  readonly kind: "request" | "notification" | "answer";
  readonly taken?: () => void;
  readonly lost?: (error: Error) => void;
}

/**
 * Writes messages to a pipe, one a line, those sent together in one write. One write is under way at a time: while the
 * pipe is full messages wait here, where a call that is given up can still be taken back.
 */
export class WriteQueue {
  readonly #sink: ByteSink;
  readonly #callsBack: boolean;
  /** By request id; other messages are keys of their own. */
  readonly #waiting = new Map<unknown, Waiting>();
  #batch = "";
  #writing = false;
  #broken = false;
  #answers = 0;

  /**
   * @param sink - the pipe; its errors are the caller's to watch
   * @param platform - as `process.platform` names it
   */
  constructor(sink: ByteSink, platform: string) {
    this.#sink = sink;
    // Windows takes no write at once, and a program that reads synchronously there takes an empty one for the end.
    this.#callsBack = platform === "win32" || sink.writableLength === undefined;
  }

  /**
   * Takes a message.
   *
   * @param message - becomes one line
   * @returns nothing for a request and while the pipe has room; else a promise of its being written
   * @throws TypeError when it is no JSON; Error when too many answers wait already
   */
  send(message: JsonRpcMessage): void | Promise<void> {
    const line = lineOf(message);
    if (this.#writing || this.#broken) return this.#wait(message, line);
    // In a microtask, so that what the answers of one chunk set off goes out in one write. A tick would gather more and
    // cost a small call a tenth of its CPU.
    if (this.#batch === "") void Promise.resolve().then(this.#flush);
    this.#batch += line;
    if (this.#batch.length >= FULL_BATCH) this.#flush();
  }

  /** Says whether a request is still here, so that the server cannot have seen it. */
  holds(id: RequestId): boolean {
    return this.#waiting.has(id);
  }

  /** The pipe failed: whatever comes now waits until {@link drop}. */
  break(): void {
    this.#broken = true;
  }

  /**
   * Writes what is due besides requests, which nobody waits for any more, and ends the pipe.
   *
   * @param error - for what comes later
   */
  end(error: Error): void {
    this.#flush();
    for (const [key, { kind, text, taken }] of this.#waiting) {
      if (kind === "request" || this.#broken) continue;
      this.#waiting.delete(key);
      this.#write(text);
      taken?.();
    }
    this.drop(error);
    this.#sink.end();
  }

  /**
   * Forgets what waits.
   *
   * @param error - for those who wait for it
   */
  drop(error: Error): void {
    this.break();
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#answers = 0;
    for (const waiting of lost) waiting.lost?.(error);
  }

  readonly #flush = (): void => {
    const batch = this.#batch;
    this.#batch = "";
    if (batch !== "" && !this.#broken) this.#write(batch);
  };

  #write(text: string): void {
    if (this.#callsBack) {
      this.#writing = true;
      this.#sink.write(text, this.#written);
      return;
    }
    // As a rule the system takes it at once, and a callback to say so would cost a tick.
    this.#sink.write(text);
    if (this.#sink.writableLength === 0) return;
    this.#writing = true;
    this.#sink.write("", this.#written);
  }

  readonly #written = (error?: Error | null): void => {
    this.#writing = false;
    if (error !== undefined && error !== null) this.break();
    while (this.#waiting.size > 0 && !this.#writing && !this.#broken) this.#writeBatch();
  };

  #writeBatch(): void {
    let batch = "";
    for (const [key, { kind, text, taken }] of this.#waiting) {
      this.#waiting.delete(key);
      batch += text;
      if (kind === "answer") this.#answers -= 1;
      taken?.();
      if (batch.length >= FULL_BATCH) break;
    }
    this.#write(batch);
  }

  #wait(message: JsonRpcMessage, text: string): void | Promise<void> {
    if ("method" in message && "id" in message) {
      // The correlator settles requests itself, so nobody needs to hear of this one.
      this.#waiting.set(message.id, { text, kind: "request" });
      return;
    }
    const kind = "method" in message ? "notification" : "answer";
    if (kind === "notification" && this.#takesBack(message as JsonRpcNotification)) return;
    if (kind === "answer") {
      if (this.#answers >= MAX_WAITING_ANSWERS) throw new Error("the server does not read its answers");
      this.#answers += 1;
    }
    return new Promise((taken, lost) => {
      this.#waiting.set({}, { text, kind, taken, lost });
    });
  }

  /** A request that is cancelled before the server could see it is as good as never made. */
  #takesBack({ method, params }: JsonRpcNotification): boolean {
    return method === "notifications/cancelled" && this.#waiting.delete(params?.["requestId"]);
  }
}

function lineOf(message: JsonRpcMessage): string {
  try {
    return `${JSON.stringify(message)}\n`;
  } catch (error) {
    throw notJson(message, error);
  }
}
