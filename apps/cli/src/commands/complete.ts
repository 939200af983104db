import type { CompletionReference } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import { safeLine } from "../output/safe-text.ts";
import { firstWord, subjectOf } from "./words.ts";

/** `snodo complete`: what the server proposes for an argument of a prompt, or a variable of a template. */
export const complete: ServerCommand = async ({ client, words, output, stopper }) => {
  const [name, rest] = subjectOf("complete", words);
  const [argument, others] = firstWord(
    rest,
    "Which argument?",
    "Write name=start, or name= for all there is.",
  );
  const context = Object.fromEntries(others.map(readPair));
  const [argumentName, value] = readPair(argument);
  const result = await client.complete(
    {
      ref: reference(name),
      argument: { name: argumentName, value },
      ...(others.length === 0 ? {} : { context: { arguments: context } }),
    },
    { signal: stopper.signal },
  );
  const { values, hasMore, total } = result.completion;
  output.result(result, () => values.map(safeLine).join("\n"));
  if (hasMore === true && !output.json) {
    output.note(
      output.sideStyle("dim", total === undefined ? "There are more." : `There are ${total} in all.`),
    );
  }
  return EXIT.Ok;
};

/** A template has a scheme, or a variable; a name has neither. */
function reference(name: string): CompletionReference {
  return /^[a-z][a-z\d+.-]*:|\{/i.test(name)
    ? { type: "ref/resource", uri: name }
    : { type: "ref/prompt", name };
}

function readPair(word: string): readonly [name: string, value: string] {
  const equals = word.indexOf("=");
  if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)];
  throw usageError(`"${word}" is no argument.`, "Write name=start, or name= for all there is.");
}
