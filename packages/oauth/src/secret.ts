/** A string that no log, error or serialisation shows. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: () => "[redacted]" });
  }

  /** The string itself; called only where a header, a request body or a stored record is written. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }
}

/**
 * Wraps a string that may be missing.
 *
 * @param value - the secret, or undefined
 */
export function secretOf(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}
