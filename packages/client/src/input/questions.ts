import {
  ErrorCode,
  isObject,
  type JsonObject,
  McpError,
  messageOf,
  own,
  quote,
  type Reason,
  transportError,
} from "@snodo/protocol";
import { abortable } from "../calls/abortable.ts";
import type { Core } from "../connection/core.ts";
import { type Asking, where } from "./asking.ts";
import { isMatched, type MatchedRequest, matchRequest } from "./requests.ts";
import { validResponse } from "./responses.ts";
import { type Waiting, waiting } from "./waiting.ts";

/** A question, its id, and the handler that answers it. */
export type Question = readonly [id: string, match: MatchedRequest];

/**
 * Finds the handlers of all questions of a result and checks the params of each. Nothing runs.
 *
 * @param core - the client
 * @param asking - the call
 * @param result - what carries `inputRequests`
 * @returns the questions in the sort order of their ids
 * @throws McpError reason `malformed_input_request` or `no_input_handler`, carrying the result
 */
export function matchQuestions(core: Core, asking: Asking, result: JsonObject): readonly Question[] {
  const requests = own(result, "inputRequests") ?? {};
  if (!isObject(requests)) throw malformed(core, asking, "its inputRequests are not an object", result);
  return Object.keys(requests)
    .sort()
    .map((id) => {
      const found = matchRequest(requests[id], core.settings.handlers);
      if (isMatched(found)) return [id, found] as const;
      if (found.type === "malformed") throw malformed(core, asking, found.problem, result);
      throw noHandler(core, asking, found.kind, result);
    });
}

/**
 * Runs the handlers of questions, one at a time. They are aborted with the call and with the client.
 *
 * @param questions - from {@link matchQuestions}
 * @returns the answers by the ids of the questions
 * @throws McpError -32603, reason `input_handler`, for a handler that throws or returns what its kind does not expect;
 *   the signal's own reason
 */
export async function answerQuestions(
  core: Core,
  asking: Asking,
  questions: readonly Question[],
  result: JsonObject,
): Promise<JsonObject> {
  const wait = waiting(core, asking);
  // Ids come from the server: `fromEntries` defines them as own keys, whatever their names.
  const answers: [string, unknown][] = [];
  try {
    for (const [id, { kind, params, handler }] of questions) {
      if (wait.signal.aborted) throw wait.error();
      const response = await run(core, asking, id, result, wait, () =>
        handler(params as never, { signal: wait.signal, server: core.link.label } as never),
      );
      if (!validResponse(kind, response)) throw invalidResponse(core, asking, id, kind, response, result);
      answers.push([id, response]);
    }
  } finally {
    wait.done();
  }
  return Object.fromEntries(answers);
}

async function run(
  core: Core,
  asking: Asking,
  id: string,
  result: JsonObject,
  wait: Waiting,
  handler: () => unknown,
): Promise<unknown> {
  try {
    // A handler that ignores its signal must not hold the call.
    return await abortable(Promise.resolve(handler()), wait.signal);
  } catch (error) {
    if (wait.signal.aborted) throw wait.error();
    const reason: Reason = { type: "input_handler", id, problem: { type: "threw", error }, result };
    throw new McpError(
      `${where(core, asking)} failed: the input handler for "${quote(id, 80)}" threw: ${quote(messageOf(error), 300)}`,
      { kind: "execution", code: ErrorCode.InternalError, reason, cause: error, sent: "yes" },
    );
  }
}

function invalidResponse(
  core: Core,
  asking: Asking,
  id: string,
  kind: string,
  response: unknown,
  result: JsonObject,
): McpError {
  return new McpError(
    `${where(core, asking)} failed: the input handler for "${quote(id, 80)}" returned no valid ${kind} result`,
    {
      kind: "execution",
      code: ErrorCode.InternalError,
      reason: { type: "input_handler", id, problem: { type: "invalid_response", response }, result },
      sent: "yes",
    },
  );
}

/** The error of a result that asks for input where no handler is installed at all. */
export function inputRequired(core: Core, asking: Asking, result: JsonObject): McpError {
  return new McpError(
    `${where(core, asking)} needs input and no inputHandlers are installed: answer reason.result with inputResponses and requestState, or install handlers`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "input_required", result },
      sent: "yes",
    },
  );
}

function noHandler(core: Core, asking: Asking, kind: string | undefined, result: JsonObject): McpError {
  return new McpError(
    `${where(core, asking)} failed: the server asks for ${kind === undefined ? "something without a method" : quote(kind, 80)}, and no input handler answers that`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "no_input_handler", kind, result },
      sent: "yes",
    },
  );
}

/** The error of a result whose questions cannot be read. */
export function malformed(core: Core, asking: Asking, problem: string, result: JsonObject): McpError {
  return transportError(
    `${where(core, asking)} failed: the server's input_required result is malformed: ${problem}`,
    { type: "malformed_input_request", problem, result },
    { sent: "yes" },
  );
}
