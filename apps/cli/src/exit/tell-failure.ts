import { jsonText } from "../output/json-document.ts";
import type { Output } from "../output/output.ts";
import { indent, safeText } from "../output/safe-text.ts";
import { EXIT } from "./exit-codes.ts";
import type { Failure } from "./failure.ts";

/**
 * Tells a failure on stderr: for people, or as the JSON line that `--json` promises to be the last.
 *
 * @param output - where
 * @param failure - what
 */
export function tellFailure(output: Output, failure: Failure): void {
  output.note(output.jsonErrors ? jsonText(failure, 0) : failureText(failure, output));
}

/** How the stdio transport begins to quote the tail in its message, on the same line. */
const QUOTED_TAIL = ". Its stderr ended with: ";

function failureText(failure: Failure, { sideStyle }: Output): string {
  const { message, hint, exit } = failure;
  if (exit === EXIT.Interrupted) return message;
  const lines = [`${sideStyle("red", "error:")} ${storyOf(failure)}`];
  const tail = tailOf(failure);
  if (tail !== "") lines.push(sideStyle("dim", "Its stderr ended with:"), indent(tail, "  "));
  if (hint !== undefined) lines.push(`${sideStyle("cyan", "hint:")} ${safeText(hint)}`);
  return lines.join("\n");
}

/**
 * What happened, for somebody who knows which command was to be started: without its name, and without what it wrote
 * to its stderr.
 *
 * @param failure - as told to programs
 */
export function storyOf(failure: Failure): string {
  const { message, server } = failure;
  const [story = message] = tailOf(failure) === "" ? [message] : message.split(QUOTED_TAIL, 1);
  const known = server !== null && !/^https?:/.test(server);
  const short = known ? story.replaceAll(` on ${server}`, "").replaceAll(` to ${server}`, "") : story;
  return safeText(story === message ? short : `${short}.`);
}

/** What the server wrote last to its stderr; empty when it was no process, or wrote nothing. */
export function tailOf({ stderrTail }: Failure): string {
  return stderrTail === null ? "" : safeText(stderrTail).trim();
}
