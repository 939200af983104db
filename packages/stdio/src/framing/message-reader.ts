import { isUtf8 } from "node:buffer";
import { type Report, StdioDiagnostic } from "../diagnostics.ts";
import type { LineSink } from "./line-splitter.ts";

const BYTE_ORDER_MARK = 0xfeff;
/** What the decoder puts where bytes are no UTF-8; a message may also contain it. */
const REPLACEMENT = "\ufffd";

/**
 * Turns lines into parsed values. Lines that hold none are skipped, each with one diagnostic; blank ones without.
 *
 * spec: basic/transports, stdio: messages are UTF-8 JSON, one a line.
 */
export class MessageReader implements LineSink {
  readonly #limit: number;
  readonly #deliver: (message: unknown) => void;
  readonly #report: Report;

  /**
   * @param maxLineBytes - named in the diagnostic about a longer line
   * @param deliver - takes each parsed value
   * @param report - takes the diagnostics
   */
  constructor(maxLineBytes: number, deliver: (message: unknown) => void, report: Report) {
    this.#limit = maxLineBytes;
    this.#deliver = deliver;
    this.#report = report;
  }

  line(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    let text = bytes.toString("utf8", start, end);
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1);
    if (text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end))) {
      this.#report(StdioDiagnostic.InvalidUtf8, "wrote a line that is not UTF-8 to stdout; skipped", text);
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // A line that is no JSON is a log line gone astray; the connection is sound.
      if (text.trim() !== "") this.#noise(text);
      return;
    }
    try {
      this.#deliver(message);
    } catch (error) {
      // Nothing may throw inside the data callback: that would end the host, not the connection.
      this.#report(StdioDiagnostic.DeliveryFailed, "sent a message that could not be handed on", text, error);
    }
  }

  tooLong(): void {
    this.#report(
      StdioDiagnostic.LineTooLong,
      `wrote a line of more than maxLineBytes (${this.#limit}) to stdout; it is discarded, and the call it answers ` +
        "will time out. Raise maxLineBytes to accept it",
    );
  }

  #noise(text: string): void {
    this.#report(
      StdioDiagnostic.Noise,
      "wrote a line that is no message to stdout (logs belong on stderr); skipped",
      text,
    );
  }
}
