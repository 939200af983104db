import type { GetPromptResult, Prompt } from "@snodo/protocol";
import { readText } from "../args/read-text.ts";
import { readArgumentWords } from "../args/words.ts";
import { patientCall } from "../connection/patient-call.ts";
import { CliError, usageError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCall, ServerCommand } from "../invocation.ts";
import { blockText, type ContentView, each } from "../output/content.ts";
import { safeText } from "../output/safe-text.ts";
import { FileSaver } from "../output/save-files.ts";
import { unknownName } from "./find-tool.ts";
import { subjectOf } from "./words.ts";

/** `snodo prompt`: a prompt, filled in. */
export const prompt: ServerCommand = async (call) => {
  const { client, words, options, output, stopper } = call;
  const [name, rest] = subjectOf("prompt", words);
  const list = await client.listPrompts({ signal: stopper.signal });
  const found = list.find((each) => each.name === name);
  if (found === undefined) {
    throw unknownName(
      "prompt",
      name,
      list.map((each) => each.name),
      "unknown_prompt",
    );
  }
  const args = await argumentsOf(call, found, rest);
  const request = { method: "prompts/get", params: { name } };
  const result = await patientCall(call, request, (given) => client.getPrompt(name, args, given));
  const saver = new FileSaver(options.value("save"));
  const shown = !output.json || options.has("save");
  const text = shown ? await messagesText(result, { style: output.style, saver }) : "";
  output.result(result, () => text);
  if (output.json) saver.tell(output);
  return EXIT.Ok;
};

/** The arguments of prompts are texts. */
async function argumentsOf(
  { stdin, around, options }: ServerCall,
  found: Prompt,
  words: readonly string[],
): Promise<Record<string, string>> {
  if (options.jsonArguments !== undefined) return readTexts(options.jsonArguments);
  const args = new Map<string, string>();
  for (const word of readArgumentWords(words, signature(found))) {
    if (word.kind === "object")
      for (const [name, value] of Object.entries(readTexts(word.text))) args.set(name, value);
    else if (word.kind === "text") args.set(word.name, word.text);
    else if (word.kind === "file") args.set(word.name, await readText(word.file, stdin, around.cwd));
    else throw usageError("The arguments of a prompt are texts.", "Write name=text or name=@file.");
  }
  const missing = (found.arguments ?? []).filter((each) => each.required === true && !args.has(each.name));
  if (missing.length === 0) return Object.fromEntries(args);
  throw new CliError(
    `${found.name} was not asked for: ${missing.map(({ name }) => `${name} is missing`).join("; ")}.`,
    { exit: EXIT.Usage, reason: "invalid_arguments", hint: `It takes: ${signature(found)}` },
  );
}

function readTexts(json: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw usageError("The arguments are no JSON object.", undefined, "invalid_arguments");
  }
  return Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name, String(each)]));
}

function signature({ arguments: args = [] }: Prompt): string {
  return args.map(({ name, required }) => (required === true ? `${name}=TEXT` : `[${name}=TEXT]`)).join(" ");
}

async function messagesText({ messages }: GetPromptResult, view: ContentView): Promise<string> {
  const texts = await each(messages, async ({ role, content }) => {
    const body = await blockText(content, view);
    return `${view.style("bold", safeText(role))}\n${body}`;
  });
  return texts.join("\n\n");
}
