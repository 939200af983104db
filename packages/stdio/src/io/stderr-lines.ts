/** A line that grows beyond this many characters is handed on in pieces. */
const LONGEST = 8192;

/** Turns the bytes of stderr into lines of text. */
export class StderrLines {
  readonly #decoder = new TextDecoder();
  readonly #emit: (line: string) => void;
  #rest = "";

  /** @param emit - takes each line without its line break; must not throw */
  constructor(emit: (line: string) => void) {
    this.#emit = emit;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    this.#take(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The stream ended: hands on what is left. */
  end(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== "") this.#line("");
  }

  #take(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#rest += text.slice(start);
    if (this.#rest.length > LONGEST) this.#line("");
  }

  #line(last: string): void {
    const line = this.#rest + last;
    this.#rest = "";
    if (line.length <= LONGEST) {
      this.#emit(line.endsWith("\r") ? line.slice(0, -1) : line);
      return;
    }
    for (let start = 0; start < line.length; start += LONGEST) this.#emit(line.slice(start, start + LONGEST));
  }
}
