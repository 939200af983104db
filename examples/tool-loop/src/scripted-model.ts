import type { LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type Generate = Extract<ConstructorParameters<typeof MockLanguageModelV3>[0], object>["doGenerate"];
type Step = Extract<Generate, readonly unknown[]>[number];

const usage: Step["usage"] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A step in which the model calls a tool. */
export function call(toolName: string, input: object): Step {
  return {
    content: [{ type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage,
    warnings: [],
  };
}

/** A step in which the model answers. */
export function say(text: string): Step {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
  };
}

/** The mock provider of the AI SDK: says what it was told to, so that this example needs no key and no network. */
export function scriptedModel(...steps: Step[]): MockLanguageModelV3 & LanguageModel {
  return new MockLanguageModelV3({ doGenerate: steps });
}
