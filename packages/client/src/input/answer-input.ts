import type { InputResponses, JsonObject } from "@snodo/protocol";
import { checkSignal } from "../calls/signal.ts";
import type { Core } from "../connection/core.ts";
import { answerQuestions, inputRequired, matchQuestions } from "./questions.ts";

/** Options of `answerInput`. */
export interface AnswerInputOptions {
  /** Aborts the handlers; rejects with its own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Names the request in errors. Defaults to a request for input without a name. */
  readonly request?: { readonly method: string; readonly params?: JsonObject | undefined } | undefined;
}

/**
 * Answers questions with the installed handlers, outside of the rounds of a call.
 *
 * @throws McpError as the input rounds of a call; the signal's own reason
 */
export async function answerInput(
  core: Core,
  result: { readonly inputRequests?: unknown },
  options: AnswerInputOptions = {},
): Promise<InputResponses> {
  const { request, signal } = options;
  checkSignal("signal", signal);
  signal?.throwIfAborted();
  const asking = {
    method: request?.method ?? "a request for input",
    params: request?.params ?? {},
    options: { signal },
  };
  const refused = core.link.refusal(asking);
  if (refused !== undefined) throw refused;
  const carrier: JsonObject = { ...result };
  if (!core.settings.hasHandlers) throw inputRequired(core, asking, carrier);
  const answers = await answerQuestions(core, asking, matchQuestions(core, asking, carrier), carrier);
  // Each answer was checked to be an object.
  return answers as InputResponses;
}
