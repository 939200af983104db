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

function failureText({ message, hint, stderrTail, exit }: Failure, { sideStyle }: Output): string {
  if (exit === EXIT.Interrupted) return message;
  const tail = stderrTail === null ? "" : safeText(stderrTail).trimEnd();
  const below = tail.includes("\n");
  const line = below && message.includes(QUOTED_TAIL) ? `${message.split(QUOTED_TAIL, 1)[0]}.` : message;
  const lines = [`${sideStyle("red", "error:")} ${safeText(line)}`];
  if (below) lines.push(sideStyle("dim", "Its stderr ended with:"), indent(tail, "  "));
  if (hint !== undefined) lines.push(`${sideStyle("cyan", "hint:")} ${safeText(hint)}`);
  return lines.join("\n");
}
