import type { Progress } from "@snodo/protocol";
import { sayDuration } from "../command-line/duration.ts";
import { clip, widthOf } from "./layout.ts";
import type { LiveLine, Output } from "./output.ts";
import { safeLine } from "./safe-text.ts";
import type { Style } from "./style.ts";

/** Milliseconds between two looks at the time. */
const TICK = 1_000;
/** The columns of a bar. */
const BAR = 24;
const ERASE = "\r\u001b[K";

/** A line on the terminal that says what is waited for. Where nobody sees it, nothing is written. */
export class Activity implements LiveLine {
  readonly #output: Output;
  #what: string;
  readonly #start = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #progress: Progress | undefined;
  #drawn = false;

  /**
   * @param output - where it is drawn
   * @param what - what is waited for
   */
  constructor(output: Output, what: string) {
    this.#output = output;
    this.#what = what;
    if (!output.live) return;
    output.keep(this);
    // What is over within a second needs no line.
    this.#timer = setInterval(() => this.show(), TICK);
    this.#timer.unref();
  }

  /** The server says how far it is. */
  progress(progress: Progress): void {
    this.#progress = progress;
    this.show();
  }

  /** There is something new to say. */
  say(what: string): void {
    this.#what = what;
    this.#progress = undefined;
    this.show();
  }

  hide(): void {
    if (this.#drawn) this.#output.draw(ERASE);
    this.#drawn = false;
  }

  show(): void {
    const elapsed = performance.now() - this.#start;
    if (!this.#output.live || (this.#progress === undefined && elapsed < TICK)) return;
    const { sideWidth, sideStyle } = this.#output;
    const text = activityText(this.#what, this.#progress, elapsed, sideWidth - 1, sideStyle);
    this.#drawn = this.#output.draw(ERASE + text);
  }

  /** What was waited for is there. */
  end(): void {
    clearInterval(this.#timer);
    this.hide();
    this.#output.keep(undefined);
  }
}

/**
 * The line itself.
 *
 * @param what - what is waited for
 * @param progress - the last report of the server
 * @param elapsed - milliseconds
 * @param width - columns it may take
 * @param style - of where it goes
 */
export function activityText(
  what: string,
  progress: Progress | undefined,
  elapsed: number,
  width: number,
  style: Style,
): string {
  const time = elapsed < 60_000 ? `${Math.floor(elapsed / 1_000)} s` : sayDuration(elapsed);
  if (progress === undefined) return clip(`${what}  ${time}`, width);
  const { progress: done, total, message } = progress;
  const said = message === undefined ? what : safeLine(message);
  const share = total !== undefined && total > 0 ? Math.min(1, Math.max(0, done / total)) : undefined;
  if (share === undefined) return clip(`${done}  ${said}  ${time}`, width);
  const size = Math.max(4, Math.min(BAR, width - 30));
  const full = Math.round(share * size);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const rest = clip(`${percent}  ${said}  ${time}`, Math.max(0, width - size - 1));
  return widthOf(rest) <= 5
    ? clip(percent.trim(), width)
    : `${style("cyan", "█".repeat(full))}${style("dim", "░".repeat(size - full))} ${rest}`;
}
