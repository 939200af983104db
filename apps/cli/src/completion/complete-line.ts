import { connect } from "@snodo/client";
import { transportTo } from "../connection/transport.ts";
import type { Invocation } from "../invocation.ts";
import { safeLine } from "../output/safe-text.ts";
import { findTarget } from "../targets/find-target.ts";
import { knownServers } from "../targets/named-target.ts";
import { quotedBehind } from "../text/quote-words.ts";
import { splitWords } from "../text/split-words.ts";
import type { Candidate } from "./candidate.ts";
import { placeOf } from "./place.ts";

/** How long a shell waits for a server, in milliseconds. */
const PATIENCE = 5_000;

/**
 * What a shell asks: the candidates for the last word, a line each, with what it is about behind a tab. Whatever goes
 * wrong, there are none, and nothing is said: someone is typing.
 *
 * @param words - after `snodo`; from bash, `--bash`, the whole line and `COMP_WORDBREAKS`
 * @param invocation - where this runs
 */
export async function completeLine(words: readonly string[], invocation: Invocation): Promise<string> {
  const bash = words[0] === "--bash";
  if (bash) return (await forBash(words[1] ?? "", words[2] ?? "=:", invocation)).join("\n");
  const typed = words[0] === "--" ? words.slice(1) : words;
  // Other shells quote what they are given.
  return (await fitting(typed, invocation))
    .map(({ value, about }) => (about === undefined ? value : `${value}\t${safeLine(about).slice(0, 80)}`))
    .join("\n");
}

/** Bash puts in what it is given as it is, from where it last ended a word. */
async function forBash(line: string, breaks: string, invocation: Invocation): Promise<readonly string[]> {
  const { words, open, quote, before } = splitWords(line);
  const typed = open ? words.slice(1) : [...words.slice(1), ""];
  const current = typed.at(-1) ?? "";
  // Of these `@` alone is replaced, too. Behind a quote that is open nothing ends a word.
  const ends = ["=", ":", "@"].filter((letter) => breaks.includes(letter));
  const starts = ends.map((letter) => current.lastIndexOf(letter) + (letter === "@" ? 0 : 1));
  const cut = quote === undefined ? Math.max(0, ...starts) : before;
  const found = await fitting(typed, invocation);
  return found.flatMap(({ value }) => quotedBehind(value.slice(cut), quote) ?? []);
}

async function fitting(typed: readonly string[], invocation: Invocation): Promise<readonly Candidate[]> {
  const found = await candidatesFor(typed, invocation).catch(() => []);
  return found.filter(({ value }) => value.startsWith(typed.at(-1) ?? ""));
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
