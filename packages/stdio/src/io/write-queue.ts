import type { JsonRpcMessage, JsonRpcNotification, RequestId } from "@snodo/protocol";
import type { ByteSink } from "../process/spawned-process.ts";

/** How many answers to the server's own requests may wait for it to read. Calls are bounded by their callers. */
const MAX_WAITING_ANSWERS = 256;
/** Above this many characters a batch is written at once rather than at the end of the tick. */
const FULL_BATCH = 64 * 1024;

interface Waiting {
  readonly text: string;
  readonly answer?: boolean;
  readonly taken?: () => void;
  readonly lost?: (error: Error) => void;
}

/**
 * Writes messages to a pipe, one a line, those of one tick in one write. While the pipe is full they wait here, where
 * a call that is given up can still be taken back.
 */
export class WriteQueue {
  readonly #sink: ByteSink;
  readonly #waiting = new Map<unknown, Waiting>();
  #batch = "";
  #blocked = false;
  #broken = false;
  #answers = 0;

  /** @param sink - the pipe; its errors are the caller's to watch */
  constructor(sink: ByteSink) {
    this.#sink = sink;
    sink.on("drain", () => this.#resume());
  }

  /**
   * Takes a message.
   *
   * @param message - becomes one line
   * @returns while the pipe is full, a promise of a notification or answer having been taken by it; else nothing
   * @throws TypeError when it is no JSON; Error when too many answers wait already
   */
  send(message: JsonRpcMessage): void | Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    if (this.#blocked) return this.#wait(message, line);
    if (this.#batch === "") {
      // After all microtasks, so that whatever the messages of one chunk set off goes out in one write.
      process.nextTick(this.#flush);
      this.#batch = line;
    } else {
      this.#batch += line;
      if (this.#batch.length > FULL_BATCH) this.#flush();
    }
  }

  /** Says whether a request is still here, so that the server cannot have seen it. */
  holds(id: RequestId): boolean {
    return this.#waiting.has(id);
  }

  /** The pipe failed: whatever comes now waits until {@link drop}. */
  break(): void {
    this.#broken = true;
    this.#blocked = true;
  }

  /**
   * Writes what is due and ends the pipe.
   *
   * @param error - for what waits and will not be written
   */
  end(error: Error): void {
    this.#flush();
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

  /** @returns false when the pipe is full */
  #write(text: string): boolean {
    // A write of more than the high-water mark says false even when the system took all of it.
    if (!this.#sink.write(text) && this.#sink.writableLength > 0) this.#blocked = true;
    return !this.#blocked;
  }

  #resume(): void {
    if (this.#broken || !this.#blocked) return;
    this.#blocked = false;
    this.#sink.cork();
    for (const [key, waiting] of this.#waiting) {
      this.#waiting.delete(key);
      if (waiting.answer === true) this.#answers -= 1;
      const open = this.#write(waiting.text);
      waiting.taken?.();
      if (!open) break;
    }
    this.#sink.uncork();
  }

  #wait(message: JsonRpcMessage, text: string): void | Promise<void> {
    if ("method" in message && "id" in message) {
      // The correlator settles requests itself, so nobody needs to hear of this one.
      this.#waiting.set(message.id, { text });
      return;
    }
    const answer = !("method" in message);
    if (!answer && this.#takesBack(message)) return;
    if (answer) {
      if (this.#answers >= MAX_WAITING_ANSWERS) throw new Error("the server does not read its answers");
      this.#answers += 1;
    }
    return new Promise((taken, lost) => {
      this.#waiting.set({}, { text, answer, taken, lost });
    });
  }

  /** A request that is cancelled before the server could see it is as good as never made. */
  #takesBack({ method, params }: JsonRpcNotification): boolean {
    return method === "notifications/cancelled" && this.#waiting.delete(params?.["requestId"]);
  }
}
