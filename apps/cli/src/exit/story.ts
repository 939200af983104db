import { safeText } from "../output/safe-text.ts";
import type { Failure } from "./failure.ts";

/** How the stdio transport begins to quote the tail in its message, on the same line. */
const QUOTED_TAIL = ". Its stderr ended with: ";
/** What a program that uses the library is to do, and somebody at a terminal does anyway. */
const ADVICE = /\. Connect again to start it anew|; they come from the headers or the tokenProvider option/g;
/** A way that failed as the one before did needs no line of its own. */
const SAME = "failed in the same way";
/** How the library tells of ways that were tried before, or besides. */
const ASIDES =
  /\. (?=The older HTTP\+SSE transport did not work either: |Before that, the server\/discover probe )/;

/**
 * What happened, for somebody who typed the command: the server is not named again and again, a second way that failed
 * for the same cause is not told twice, and what the server wrote to its stderr is left to {@link tailOf}.
 *
 * @param failure - as told to programs
 * @returns the line, and lines about other ways that failed for other causes
 */
export function storyOf(failure: Failure): readonly string[] {
  const [head = "", ...asides] = nameOnce(failure).split(ASIDES);
  const story = shorten(head, failure);
  const others = asides
    .map((aside) => shorten(aside, failure))
    .filter((aside) => !aside.endsWith(SAME) && !story.includes(causeOf(aside)));
  return [story, ...others].map((line) => (/[.!?…)]$/.test(line) ? line : `${line}.`));
}

/** What the server wrote last to its stderr; empty when it was no process, or wrote nothing. */
export function tailOf({ stderrTail }: Failure): string {
  return stderrTail === null ? "" : safeText(stderrTail).trim();
}

/** A command is long, and was just typed; a URL is told once. */
function nameOnce({ message, server }: Failure): string {
  if (server === null) return message;
  let told = !/^https?:/.test(server);
  return message.replaceAll(new RegExp(` (?:on|to) ${escaped(server)}`, "g"), (name) => {
    const first = !told;
    told = true;
    return first ? name : "";
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function shorten(text: string, failure: Failure): string {
  const [story = text] = tailOf(failure) === "" ? [text] : text.split(QUOTED_TAIL, 1);
  return safeText(story.replaceAll(ADVICE, "")).trim();
}

/** What is behind the last `failed:`. */
function causeOf(text: string): string {
  return text.split(/ failed: | either: /).at(-1) ?? text;
}
