import type { Diagnostics } from "@snodo/protocol";

const VISIBLE = /^[\x21-\x7e]+$/;

/** The session the server issued, while it holds. */
export class Session {
  readonly #diagnostics: Diagnostics;
  readonly #label: string;
  #id: string | undefined;

  constructor(diagnostics: Diagnostics, label: string, resumed: string | undefined) {
    if (resumed !== undefined && !VISIBLE.test(resumed)) {
      throw new TypeError("session.id must consist of visible ASCII characters");
    }
    this.#diagnostics = diagnostics;
    this.#label = label;
    this.#id = resumed;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /**
   * Takes over what the answer to `initialize` says; without an id the server holds no session.
   *
   * @param id - of the `Mcp-Session-Id` header
   */
  adopt(id: string | undefined): void {
    this.#id = id !== undefined && VISIBLE.test(id) ? id : undefined;
    if (this.#id !== id) {
      this.#diagnostics.report({
        level: "warning",
        code: "invalid_session_id",
        message: "the server issued a session id with characters that are not allowed; it is not used",
        server: this.#label,
      });
    }
  }

  /** Forgets a session, unless another one has taken its place. */
  forget(id: string): void {
    if (this.#id === id) this.#id = undefined;
  }
}
