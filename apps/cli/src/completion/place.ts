import { REVISIONS } from "@snodo/protocol";
import { COMMANDS, commandNamed } from "../command-line/commands.ts";
import { COMMON_OPTIONS, type OptionName, optionNamed } from "../command-line/options.ts";
import type { Candidate, Place, Wanted } from "./candidate.ts";

/**
 * Says what can come next on a command line. Nothing is asked of anybody yet.
 *
 * @param words - after the program, the last one under the cursor
 * @param served - true when the server is known already, as in the REPL
 */
export function placeOf(words: readonly string[], served: boolean): Place {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  // What follows is the command of a server, which knows how to complete itself.
  if (before.includes("--")) return { type: "nothing" };
  const value = optionValue(before.at(-1));
  if (value !== undefined) return value;
  const plain = withoutOptions(before);
  const [name, ...rest] = plain;
  if (current.startsWith("-")) return { type: "words", candidates: optionsOf(name) };
  if (name === undefined) return { type: "words", candidates: commands() };
  return placeOfWord(name, served ? ["", ...rest] : rest);
}

function placeOfWord(name: string, rest: readonly string[]): Place {
  const [server, subject, ...given] = rest;
  if (name === "help") return { type: "words", candidates: rest.length === 0 ? commands() : [] };
  if (name === "completion") return { type: "words", candidates: rest.length === 0 ? SHELLS : [] };
  if (name === "servers" || commandNamed(name) === undefined) return { type: "nothing" };
  if (server === undefined) return { type: "server" };
  const wanted = subject === undefined ? subjectsOf(name) : argumentsOf(name, subject);
  return wanted === undefined ? { type: "nothing" } : { type: "live", wanted, server, given };
}

const SHELLS: readonly Candidate[] = ["bash", "zsh", "fish"].map((value) => ({ value }));

function subjectsOf(command: string): Wanted | undefined {
  switch (command) {
    case "tools":
    case "call":
      return { type: "tools" };
    case "prompt":
      return { type: "prompts" };
    case "read":
      return { type: "uris" };
    case "complete":
      return { type: "completable" };
    default:
      return undefined;
  }
}

function argumentsOf(command: string, subject: string): Wanted | undefined {
  if (command === "call") return { type: "tool-argument", tool: subject };
  return command === "prompt" || command === "complete"
    ? { type: "prompt-argument", prompt: subject }
    : undefined;
}

function commands(): readonly Candidate[] {
  return COMMANDS.map(({ name, about }) => ({ value: name, about }));
}

function optionsOf(command: string | undefined): readonly Candidate[] {
  const own: readonly OptionName[] = commandNamed(command ?? "")?.options ?? [];
  return [...own, ...COMMON_OPTIONS].map((name) => ({ value: `--${name}`, about: optionNamed(name)?.about }));
}

/** What an option takes, when the word before is one that takes something. */
function optionValue(word: string | undefined): Place | undefined {
  if (word?.startsWith("-") !== true || word.includes("=")) return undefined;
  const spec = optionOf(word);
  if (spec?.value === undefined) return undefined;
  if (spec.name === "protocol") return { type: "words", candidates: REVISIONS.map((value) => ({ value })) };
  return { type: "nothing" };
}

function withoutOptions(words: readonly string[]): readonly string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") plain.push(word);
    else if (!word.includes("=") && optionOf(word)?.value !== undefined) at += 1;
  }
  return plain;
}

function optionOf(word: string): ReturnType<typeof optionNamed> {
  return word.startsWith("--") ? optionNamed(word.slice(2)) : optionNamed(SHORT.get(word.slice(1)) ?? "");
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ["H", "header"],
  ["t", "timeout"],
]);
