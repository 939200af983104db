import { connect } from "@snodo/client";
import { transportTo } from "../connection/transport.ts";
import type { Invocation } from "../invocation.ts";
import { safeLine } from "../output/safe-text.ts";
import { findTarget } from "../targets/find-target.ts";
import { knownServers } from "../targets/named-target.ts";
import { splitWords } from "../text/split-words.ts";
import type { Candidate } from "./candidate.ts";
import { placeOf } from "./place.ts";

/** How long a shell waits for a server, in milliseconds. */
const PATIENCE = 5_000;

/**
 * What a shell asks: the candidates for the last word, a line each, with what it is about behind a tab. Whatever goes
 * wrong, there are none, and nothing is said: someone is typing.
 *
 * @param words - after `snodo`; from bash, `--bash` and the whole line
 * @param invocation - where this runs
 */
export async function completeLine(words: readonly string[], invocation: Invocation): Promise<string> {
  const bash = words[0] === "--bash";
  const typed = bash ? lineWords(words[1] ?? "") : words[0] === "--" ? words.slice(1) : words;
  const current = typed.at(-1) ?? "";
  const found = await candidatesFor(typed, invocation).catch(() => []);
  const fitting = found.filter(({ value }) => value.startsWith(current));
  // Bash takes `=` and `:` for ends of words, and replaces what comes after the last.
  const cut = bash ? Math.max(current.lastIndexOf("="), current.lastIndexOf(":")) + 1 : 0;
  return fitting
    .map(({ value, about }) => {
      const word = value.slice(cut);
      return bash || about === undefined ? word : `${word}\t${safeLine(about).slice(0, 80)}`;
    })
    .join("\n");
}

function lineWords(line: string): readonly string[] {
  const { words, open } = splitWords(line);
  return open ? words.slice(1) : [...words.slice(1), ""];
}

async function candidatesFor(
  words: readonly string[],
  invocation: Invocation,
): Promise<readonly Candidate[]> {
  const place = placeOf(words, false);
  switch (place.type) {
    case "words":
      return place.candidates;
    case "server":
      return await serverNames(invocation);
    case "live": {
      const { options, around, stopper } = invocation;
      const { target } = await findTarget([place.server], undefined, options, around);
      const timeout = AbortSignal.timeout(PATIENCE);
      const signal = AbortSignal.any([timeout, stopper.signal]);
      const transport = await transportTo(target, invocation);
      await using client = await connect(transport, { signal, diagnostics: { report: () => undefined } });
      const { liveCandidates } = await import("./live.ts");
      return await liveCandidates(client, place.wanted, words.at(-1) ?? "", place.given, signal);
    }
    case "nothing":
      return [];
  }
}

async function serverNames({ options, around }: Invocation): Promise<readonly Candidate[]> {
  const { entries } = await knownServers(options, around);
  const seen = new Map(entries.map(({ name, place }) => [name, place.origin]));
  return [...seen].map(([value, about]) => ({ value, about }));
}
