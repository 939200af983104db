import type { Options } from "../command-line/options.ts";
import { jsonText } from "./json-document.ts";
import { safeText } from "./safe-text.ts";
import { type Style, styleWith, usesColour } from "./style.ts";

/** As much of a stream as output needs. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string | Uint8Array): unknown;
}

/** What is written next to results: a progress bar that has to make way. */
export interface LiveLine {
  hide(): void;
  show(): void;
}

/** The most columns texts are set to: longer lines are hard to read. */
const WIDEST = 120;

/**
 * Where everything goes: results, and nothing else, to stdout; all the rest to stderr.
 */
export class Output {
  /** Results are JSON: asked for with `--json`, or because a program reads them. */
  readonly json: boolean;
  /** A failure is told as a JSON line. */
  readonly jsonErrors: boolean;
  readonly verbose: boolean;
  /** Columns for results. */
  readonly width: number;
  /** Styles for results. */
  readonly style: Style;
  /** Styles for the rest. */
  readonly sideStyle: Style;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  #live: LiveLine | undefined;
  /** What is to be told once the user has answered. */
  #held: string[] | undefined;

  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(
    stdout: OutputStream,
    stderr: OutputStream,
    env: Readonly<Record<string, string | undefined>>,
    options: Options,
  ) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#env = env;
    this.jsonErrors = options.has("json");
    this.json = this.jsonErrors || (stdout.isTTY !== true && !options.has("text"));
    this.verbose = options.has("verbose");
    this.width = Math.min(WIDEST, this.#columns(stdout));
    this.style = styleWith(usesColour({ isTTY: stdout.isTTY, env }));
    this.sideStyle = styleWith(usesColour({ isTTY: stderr.isTTY, env }));
  }

  /** The same streams, for a command line of its own. */
  with(options: Options): Output {
    return new Output(this.#stdout, this.#stderr, this.#env, options);
  }

  /** Whether someone sees stderr as it is written. */
  get live(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** Columns of stderr. */
  get sideWidth(): number {
    return this.#columns(this.#stderr);
  }

  /** A terminal that was given no size says 0. */
  #columns(stream: OutputStream): number {
    return stream.columns || Number(this.#env["COLUMNS"]) || 80;
  }

  /**
   * Writes a result.
   *
   * @param document - for programs
   * @param text - for people
   */
  result(document: unknown, text: () => string): void {
    const written = this.json ? jsonText(document, this.#stdout.isTTY === true ? 2 : 0) : text();
    this.#aside(() => this.#stdout.write(written.endsWith("\n") ? written : `${written}\n`));
  }

  /** Writes one of many results: a line of JSON each, or a text. */
  line(document: unknown, text: () => string): void {
    const written = this.json ? jsonText(document, 0) : text();
    this.#aside(() => this.#stdout.write(`${written}\n`));
  }

  /** Writes a result that is for people in every mode: help, a version, a script for the shell. */
  text(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Writes bytes of a result as they are. */
  bytes(content: Uint8Array): void {
    this.#stdout.write(content);
  }

  /** Tells something besides the result. */
  note(text: string): void {
    if (this.#held !== undefined) this.#held.push(text);
    else this.#aside(() => this.#stderr.write(`${text}\n`));
  }

  /** Tells what may be wrong. */
  warn(text: string): void {
    this.note(`${this.sideStyle("yellow", "!")} ${safeText(text)}`);
  }

  /** Tells what only those who asked for everything want to know. */
  detail(text: string): void {
    if (this.verbose) this.note(this.sideStyle("dim", safeText(text)));
  }

  /**
   * Draws on stderr without a line break: for what is drawn again.
   *
   * @returns false while a user is asked, and nothing was drawn
   */
  draw(text: string): boolean {
    if (this.#held !== undefined) return false;
    this.#stderr.write(text);
    return true;
  }

  /**
   * Leaves the terminal to questions: what there is to tell meanwhile is told afterwards.
   *
   * @param ask - asks them
   */
  async leaveTerminal<T>(ask: () => Promise<T>): Promise<T> {
    this.#live?.hide();
    const before = this.#held;
    this.#held ??= [];
    try {
      return await ask();
    } finally {
      const held = this.#held;
      this.#held = before;
      if (before === undefined) for (const text of held) this.note(text);
    }
  }

  /** Makes a live line give way to whatever else is written; undefined ends that. */
  keep(live: LiveLine | undefined): void {
    this.#live = live;
  }

  #aside(write: () => void): void {
    this.#live?.hide();
    write();
    this.#live?.show();
  }
}
