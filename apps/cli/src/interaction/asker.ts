/** The answer of a user who wants none of it: Escape. */
export const CANCELLED: unique symbol = Symbol("cancelled");

/** What {@link CANCELLED} is typed as. */
export type Cancelled = typeof CANCELLED;

/** One of several answers. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Asks a user. Each method resolves with the answer or with {@link CANCELLED}, and rejects when the command ends. */
export interface Asker {
  /** Shows something before the questions. */
  say(title: string, text: string): void;
  /** One of several. */
  choose(message: string, choices: readonly Choice[], initial?: string): Promise<string | Cancelled>;
  /**
   * A line of text.
   *
   * @param check - says what is wrong with an answer, which is then asked for again
   */
  text(
    message: string,
    options: {
      readonly initial?: string | undefined;
      readonly hint?: string | undefined;
      readonly check: (text: string) => string | undefined;
    },
  ): Promise<string | Cancelled>;
  /** Any number of several. */
  several(
    message: string,
    choices: readonly Choice[],
    initial: readonly string[],
  ): Promise<readonly string[] | Cancelled>;
}
