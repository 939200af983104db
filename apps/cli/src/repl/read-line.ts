import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** What came of asking for a line. */
export type Line =
  | { readonly type: "line"; readonly text: string }
  /** Ctrl-C with nothing typed. */
  | { readonly type: "interrupt" }
  /** Ctrl-D. */
  | { readonly type: "end" };

/** Completes the line up to the cursor: the whole words that fit, and the part they replace. */
export type Completer = (line: string) => Promise<readonly [fitting: string[], part: string]>;

/** Asks for lines on a terminal. In between it lets go of it, so that questions of a call can be asked there. */
export class LineReader {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #complete: Completer;
  #history: string[] = [];

  /**
   * @param input - the keyboard
   * @param output - where the prompt is shown
   * @param complete - what the tab key does
   */
  constructor(input: Readable, output: Writable, complete: Completer) {
    this.#input = input;
    this.#output = output;
    this.#complete = complete;
  }

  /**
   * Asks for one line.
   *
   * @param prompt - shown in front of it
   */
  read(prompt: string): Promise<Line> {
    return new Promise((resolve) => {
      const lines = createInterface({
        input: this.#input,
        output: this.#output,
        terminal: true,
        prompt,
        history: [...this.#history],
        completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
          this.#complete(line).then(
            ([fitting, part]) => done(null, [fitting, part]),
            // A server that cannot be asked proposes nothing.
            () => done(null, [[], line]),
          );
        },
      });
      // Closing says `close`, too; what came first is the answer.
      const finish = (line: Line): void => {
        resolve(line);
        lines.close();
      };
      lines.on("history", (history) => {
        this.#history = [...history];
      });
      lines.on("line", (text) => finish({ type: "line", text }));
      lines.on("close", () => finish({ type: "end" }));
      lines.on("SIGINT", () => {
        if (lines.line === "") {
          this.#output.write("\n");
          finish({ type: "interrupt" });
          return;
        }
        // What was typed is given up, and the line starts anew.
        this.#output.write("^C\n");
        lines.write(null, { ctrl: true, name: "e" });
        lines.write(null, { ctrl: true, name: "u" });
        lines.prompt();
      });
      lines.prompt();
    });
  }
}
