import { type Asker, CANCELLED, type Cancelled } from "../../src/interaction/asker.ts";

/** What a user does next: chooses by label, types, chooses several, or presses Escape. */
export type Act = string | readonly string[] | Cancelled;

/** A user who does what a test says. */
export interface ScriptedAsker extends Asker {
  /** What was shown and asked, and what was refused. */
  readonly seen: readonly string[];
}

/**
 * Makes one.
 *
 * @param acts - in order; a text that is refused is followed by the next
 */
export function scriptedAsker(acts: readonly Act[]): ScriptedAsker {
  const left = [...acts];
  const seen: string[] = [];
  const next = (question: string): Act => {
    seen.push(`? ${question}`);
    const act = left.shift();
    if (act === undefined) throw new Error(`nobody answers: ${question}`);
    return act;
  };
  return {
    seen,
    say: (title, text) => {
      seen.push(`${title}: ${text}`);
    },
    async choose(message, choices, initial) {
      const act = next(
        `${message} [${choices.map(({ value, label }) => (value === initial ? `*${label}` : label)).join("|")}]`,
      );
      if (act === CANCELLED) return CANCELLED;
      const found = choices.find(({ label }) => label === act);
      if (found === undefined) throw new Error(`there is no ${String(act)} to choose`);
      return found.value;
    },
    async text(message, { initial, check }) {
      for (;;) {
        const act = next(initial === undefined ? message : `${message} (${initial})`);
        if (act === CANCELLED) return CANCELLED;
        const problem = check(String(act));
        if (problem === undefined) return String(act);
        seen.push(`! ${problem}`);
      }
    },
    async several(message, choices, initial) {
      const act = next(
        `${message} {${choices.map(({ label }) => label).join("|")}} ${initial.join(",")}`.trim(),
      );
      if (act === CANCELLED) return CANCELLED;
      return choices
        .filter(({ label }) => (act as readonly string[]).includes(label))
        .map(({ value }) => value);
    },
  };
}
