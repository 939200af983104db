import { generateText, type LanguageModel, stepCountIs } from "ai";
import type { Client } from "snodo";
import { toolsOf } from "./tools.ts";

/** A loop that goes on for longer is going round in circles. */
const MOST_STEPS = 8;

/**
 * Lets a model use the tools of servers until it has an answer.
 *
 * @param model - of any provider of the AI SDK
 * @param servers - connected clients, by name
 * @param prompt - what the user wants
 * @param signal - the user's stop button: ends the model's request and the tool call under way
 */
export async function ask(
  model: LanguageModel,
  servers: Readonly<Record<string, Client>>,
  prompt: string,
  signal?: AbortSignal,
): Promise<string> {
  const { text } = await generateText({
    model,
    prompt,
    tools: await toolsOf(servers),
    stopWhen: stepCountIs(MOST_STEPS),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  return text;
}
