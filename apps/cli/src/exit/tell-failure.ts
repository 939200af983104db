import { jsonText } from "../output/json-document.ts";
import type { Output } from "../output/output.ts";
import { indent, safeText } from "../output/safe-text.ts";
import { EXIT } from "./exit-codes.ts";
import type { Failure } from "./failure.ts";
import { storyOf, tailOf } from "./story.ts";

/**
 * Tells a failure on stderr: for people, or as the JSON line that `--json` promises to be the last.
 *
 * @param output - where
 * @param failure - what
 */
export function tellFailure(output: Output, failure: Failure): void {
  output.note(output.jsonErrors ? jsonText(failure, 0) : failureText(failure, output));
}

function failureText(failure: Failure, { sideStyle }: Output): string {
  const { message, hint, exit } = failure;
  if (exit === EXIT.Interrupted) return message;
  const [story, ...others] = storyOf(failure);
  const lines = [`${sideStyle("red", "error:")} ${story}`, ...others];
  const tail = tailOf(failure);
  if (tail !== "") lines.push(sideStyle("dim", "Its stderr ended with:"), indent(tail, "  "));
  if (hint !== undefined) lines.push(`${sideStyle("cyan", "hint:")} ${safeText(hint)}`);
  return lines.join("\n");
}
