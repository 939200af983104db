/**
 * What ends the command that runs: Ctrl-C, or a question nobody can answer. In the REPL each line starts anew.
 */
export class Stopper {
  #controller = new AbortController();

  /** Aborted once the command is to end, with why. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the command; the first reason counts. */
  stop(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Forgets what ended the command before. */
  renew(): void {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
  }
}
