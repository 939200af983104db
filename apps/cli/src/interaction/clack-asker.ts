import type { Readable, Writable } from "node:stream";
import { isCancel, multiselect, select, text as textPrompt } from "@clack/prompts";
import { Interrupted } from "../exit/cli-error.ts";
import { indent } from "../output/safe-text.ts";
import type { Style } from "../output/style.ts";
import { type Asker, CANCELLED, type Cancelled, type Choice } from "./asker.ts";

/** Where questions are asked, and what ends them. */
export interface AskerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly style: Style;
  /** Withdraws a question. */
  readonly signal: AbortSignal;
  /** Ctrl-C: the command is to end. */
  readonly interrupt: (reason: Interrupted) => void;
}

/**
 * Asks on a terminal.
 *
 * @param options - the terminal
 */
export function clackAsker(options: AskerOptions): Asker {
  const { input, output, signal } = options;
  const common = { input, output, signal };
  const ask = async <T extends string | string[]>(
    prompt: () => Promise<T | symbol>,
  ): Promise<T | Cancelled> => {
    // Both give a prompt up, and only one of them gives the command up.
    let interrupted = false;
    const look = (
      _text: unknown,
      key: { readonly ctrl?: boolean; readonly name?: string } | undefined,
    ): void => {
      if (key?.ctrl === true && key.name === "c") interrupted = true;
    };
    input.prependListener("keypress", look);
    try {
      const answer = await prompt();
      signal.throwIfAborted();
      if (interrupted) {
        const reason = new Interrupted();
        options.interrupt(reason);
        throw reason;
      }
      return isCancel(answer) ? CANCELLED : (answer as T);
    } finally {
      input.off("keypress", look);
    }
  };
  return {
    // Without a frame: a URL has to be one word that can be copied.
    say: (title, text) => output.write(`\n${options.style("bold", title)}\n${indent(text, "  ")}\n\n`),
    choose: (message, choices, initial) =>
      ask<string>(() =>
        select({ ...common, message, options: listed(choices), ...given("initialValue", initial) }),
      ),
    text: async (message, { initial, hint, check }) => {
      const answer = await ask<string>(() =>
        textPrompt({
          ...common,
          message,
          validate: (value) => check(value ?? ""),
          ...given("initialValue", initial),
          ...given("placeholder", hint),
        }),
      );
      // An empty line is no text at all to the prompt.
      return answer === CANCELLED ? CANCELLED : (answer ?? "");
    },
    several: (message, choices, initial) =>
      ask<string[]>(() =>
        multiselect({
          ...common,
          message,
          options: listed(choices),
          initialValues: [...initial],
          required: false,
        }),
      ),
  };
}

function listed(choices: readonly Choice[]): { value: string; label: string; hint?: string }[] {
  return choices.map(({ value, label, hint }) =>
    hint === undefined ? { value, label } : { value, label, hint },
  );
}

function given<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string });
}
