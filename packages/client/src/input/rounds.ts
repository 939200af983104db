import { type JsonObject, type McpError, own, transportError } from "@snodo/protocol";
import { exchange } from "../calls/exchange.ts";
import type { Outgoing } from "../calls/outgoing.ts";
import { pause } from "../calls/pause.ts";
import type { Core } from "../connection/core.ts";
import { count } from "../durations.ts";
import { where } from "./asking.ts";
import { needsInput } from "./needs-input.ts";
import { answerQuestions, inputRequired, malformed, matchQuestions, type Question } from "./questions.ts";
import { waiting } from "./waiting.ts";

/** How long a result that only carries a `requestState` is waited on before it is sent back, in milliseconds. */
const STATE_PAUSE = 250;

/**
 * Answers `input_required` results with the installed handlers until the call completes.
 *
 * Every question of a result is matched and checked before any handler runs; handlers run one at a time in the sort
 * order of the ids. The retry carries exactly the answers asked for and the `requestState` byte for byte, or none.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr.
 *
 * @param core - the client
 * @param out - the call
 * @param first - the first `input_required` result
 * @returns the complete result
 * @throws McpError as the table of the guide says, each carrying the last result
 */
export async function answerRounds(core: Core, out: Outgoing, first: JsonObject): Promise<JsonObject> {
  const { settings } = core;
  if (!settings.hasHandlers) throw inputRequired(core, out, first);
  const { maxInputRounds, signal } = out.options;
  const limit =
    maxInputRounds === undefined ? settings.maxInputRounds : count("maxInputRounds", maxInputRounds, 0);
  let result = first;
  for (let answered = 0; needsInput(core, out, result); answered += 1) {
    if (answered >= limit) throw tooManyRounds(core, out, limit, result);
    const state = own(result, "requestState") ?? undefined;
    const questions = match(core, out, result, state);
    // The connection may have ended since the result came.
    const refused = signal?.aborted === true ? undefined : core.link.refusal(out);
    if (refused !== undefined) throw refused;
    const responses =
      questions.length === 0 ? undefined : await answerQuestions(core, out, questions, result);
    if (responses === undefined) await pauseBetween(core, out);
    result = await exchange(core, out, {
      ...out.params,
      ...(responses === undefined ? {} : { inputResponses: responses }),
      ...(state === undefined ? {} : { requestState: state }),
    });
  }
  return result;
}

async function pauseBetween(core: Core, out: Outgoing): Promise<void> {
  const wait = waiting(core, out);
  try {
    await pause(core.link.clock, STATE_PAUSE, wait.signal);
  } catch {
    // Only the signal ends a pause early.
    throw wait.error();
  } finally {
    wait.done();
  }
}

function match(core: Core, out: Outgoing, result: JsonObject, state: unknown): readonly Question[] {
  if (state !== undefined && typeof state !== "string")
    throw malformed(core, out, "its requestState is not a string", result);
  const questions = matchQuestions(core, out, result);
  if (questions.length === 0 && state === undefined)
    throw malformed(core, out, "it has nothing to answer and no requestState", result);
  return questions;
}

function tooManyRounds(core: Core, out: Outgoing, limit: number, result: JsonObject): McpError {
  return transportError(
    `${where(core, out)} failed: the server still asks for input after ${limit} rounds; raise maxInputRounds if that is right`,
    { type: "max_input_rounds", limit, result },
    { data: { maxInputRounds: limit }, sent: "yes" },
  );
}
