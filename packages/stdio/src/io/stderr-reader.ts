import { type Report, StdioDiagnostic } from "../diagnostics.ts";
import type { Settings } from "../options.ts";
import type { ByteSource } from "../process/spawned-process.ts";
import { asBuffer } from "./as-buffer.ts";
import { StderrLines } from "./stderr-lines.ts";
import { StderrTail } from "./stderr-tail.ts";

/** Always drains stderr, so that the server never blocks on it, and keeps its tail. */
export class StderrReader {
  readonly #tail: StderrTail;
  readonly #lines: StderrLines | undefined;

  /**
   * @param settings - how much to keep, and who listens
   * @param report - told once when the listener throws
   */
  constructor({ stderr, stderrTailBytes }: Settings, report: Report) {
    this.#tail = new StderrTail(stderrTailBytes);
    if (typeof stderr !== "function") return;
    let reported = false;
    this.#lines = new StderrLines((line) => {
      try {
        stderr(line);
      } catch (error) {
        if (!reported)
          report(StdioDiagnostic.StderrListenerFailed, "has a stderr function that throws", undefined, error);
        reported = true;
      }
    });
  }

  /** Reads until the stream ends. */
  read(stderr: ByteSource): void {
    stderr.on("data", (chunk) => {
      this.#tail.push(asBuffer(chunk));
      this.#lines?.push(chunk);
    });
    // A pipe that broke has said all it can.
    stderr.on("error", () => this.end());
  }

  /** Nothing more is expected: hands on an unfinished line. */
  end(): void {
    this.#lines?.end();
  }

  /** The last of what was written. */
  tail(): string {
    return this.#tail.text();
  }
}
