import type { Prompt } from "@snodo/protocol";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import type { Output } from "../output/output.ts";
import { safeLine } from "../output/safe-text.ts";
import { type Cell, table } from "../output/table.ts";
import { noMoreWords } from "./words.ts";

/** `snodo prompts`: the prompts of a server. */
export const prompts: ServerCommand = async ({ client, words, output, stopper }) => {
  noMoreWords(words);
  const list = await client.listPrompts({ signal: stopper.signal });
  output.result({ prompts: list }, () => text(list, output));
  return EXIT.Ok;
};

function text(list: readonly Prompt[], { style, width }: Output): string {
  if (list.length === 0) return style("dim", "The server has no prompts.");
  const rows = list.map((prompt): readonly Cell[] => [
    { text: safeLine(prompt.name), paint: (line) => style("bold", line) },
    { text: argumentsOf(prompt), paint: (line) => style("cyan", line) },
    { text: safeLine(prompt.description ?? prompt.title ?? "") },
  ]);
  return table(rows, width);
}

function argumentsOf({ arguments: args = [] }: Prompt): string {
  return safeLine(args.map(({ name, required }) => (required === true ? name : `[${name}]`)).join(" "));
}
