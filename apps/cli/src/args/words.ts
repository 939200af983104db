import { usageError } from "../exit/cli-error.ts";

/** One word of the arguments of a call. */
export type ArgumentWord =
  /** `name=text`: typed by the schema. */
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  /** `name:=json`. */
  | { readonly kind: "json"; readonly name: string; readonly text: string }
  /** `name=@file`: the text of a file; `-` is stdin. */
  | { readonly kind: "file"; readonly name: string; readonly file: string }
  /** `{…}`: all arguments at once. */
  | { readonly kind: "object"; readonly text: string; readonly from: string }
  /** `@file` or `-`: all arguments, as JSON in a file or on stdin. */
  | { readonly kind: "object-file"; readonly file: string };

/**
 * Reads the words that follow the name of a tool.
 *
 * @param words - as typed
 * @param takes - what may be typed, for the error
 * @throws CliError for a word that says nothing
 */
export function readArgumentWords(words: readonly string[], takes: string): readonly ArgumentWord[] {
  return words.map((word) => readWord(word, takes));
}

function readWord(word: string, takes: string): ArgumentWord {
  if (word === "-") return { kind: "object-file", file: "-" };
  if (word.startsWith("@") && word.length > 1) return { kind: "object-file", file: word.slice(1) };
  if (word.trimStart().startsWith("{")) return { kind: "object", text: word, from: "the arguments" };
  const equals = word.indexOf("=");
  if (equals <= 0) {
    throw usageError(
      `"${word}" is no argument.`,
      `It takes: ${takes}. Or all of it as a JSON object, @file for one in a file, - for one on stdin.`,
    );
  }
  const text = word.slice(equals + 1);
  if (word[equals - 1] === ":" && equals > 1) return { kind: "json", name: word.slice(0, equals - 1), text };
  const name = word.slice(0, equals);
  // Twice is once: a text that starts with the sign.
  if (text.startsWith("@@")) return { kind: "text", name, text: text.slice(1) };
  return text.startsWith("@") && text.length > 1
    ? { kind: "file", name, file: text.slice(1) }
    : { kind: "text", name, text };
}
