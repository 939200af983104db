import {
  describe,
  ErrorCode,
  isObject,
  type JsonObject,
  McpError,
  messageOf,
  own,
  type Reason,
  transportError,
} from "@snodo/protocol";
import { exchange } from "../calls/exchange.ts";
import type { Outgoing } from "../calls/outgoing.ts";
import { pause } from "../calls/pause.ts";
import type { Core } from "../connection/core.ts";
import { count } from "../durations.ts";
import { isMatched, type MatchedRequest, matchRequest } from "./requests.ts";
import { validResponse } from "./responses.ts";

/** How long a result that only carries a `requestState` is waited on before it is sent back, in milliseconds. */
const STATE_PAUSE = 250;

/** Whether a result asks for input. */
export function asksForInput(core: Core, result: JsonObject): boolean {
  return core.link.dialect.era === "stateless" && own(result, "resultType") === "input_required";
}

/** Whether a result asks for input that is not to be handed to the caller as it is. */
export function needsInput(core: Core, out: Outgoing, result: JsonObject): boolean {
  return asksForInput(core, result) && out.options.answerInput !== false;
}

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
    const matches = match(core, out, result, state);
    const responses = matches.length === 0 ? undefined : await answer(core, out, matches, result);
    if (responses === undefined) await pause(core.link.clock, STATE_PAUSE, signal);
    signal?.throwIfAborted();
    const closed = core.link.refusal(out);
    if (closed !== undefined) throw closed;
    result = await exchange(core, out, {
      ...out.params,
      ...(responses === undefined ? {} : { inputResponses: responses }),
      ...(state === undefined ? {} : { requestState: state }),
    });
  }
  return result;
}

type Match = readonly [id: string, match: MatchedRequest];

function match(core: Core, out: Outgoing, result: JsonObject, state: unknown): readonly Match[] {
  if (state !== undefined && typeof state !== "string")
    throw malformed(core, out, "its requestState is not a string", result);
  const requests = own(result, "inputRequests") ?? {};
  if (!isObject(requests)) throw malformed(core, out, "its inputRequests are not an object", result);
  const ids = Object.keys(requests).sort();
  if (ids.length === 0 && state === undefined)
    throw malformed(core, out, "it has nothing to answer and no requestState", result);
  const matches: Match[] = [];
  for (const id of ids) {
    const found = matchRequest(requests[id], core.settings.handlers);
    if (isMatched(found)) matches.push([id, found]);
    else if (found.type === "malformed") throw malformed(core, out, found.problem, result);
    else throw noHandler(core, out, found.kind, result);
  }
  return matches;
}

async function answer(
  core: Core,
  out: Outgoing,
  matches: readonly Match[],
  result: JsonObject,
): Promise<JsonObject> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(out.options.signal?.reason);
  out.options.signal?.addEventListener("abort", abort);
  const forget = core.handlersRunning(controller);
  // Ids come from the server, so they are keys of a map until a null-prototype object can hold them all.
  const answers: [string, unknown][] = [];
  try {
    for (const [id, { kind, params, handler }] of matches) {
      controller.signal.throwIfAborted();
      const response = await run(core, out, id, result, () =>
        handler(params as never, { signal: controller.signal, server: core.link.label } as never),
      );
      if (!validResponse(kind, response)) throw invalidResponse(core, out, id, kind, response, result);
      answers.push([id, response]);
    }
  } finally {
    forget();
    out.options.signal?.removeEventListener("abort", abort);
  }
  return Object.fromEntries(answers);
}

async function run(
  core: Core,
  out: Outgoing,
  id: string,
  result: JsonObject,
  handler: () => unknown,
): Promise<unknown> {
  try {
    return await handler();
  } catch (error) {
    out.options.signal?.throwIfAborted();
    const reason: Reason = { type: "input_handler", id, problem: { type: "threw", error }, result };
    throw new McpError(
      `${where(core, out)} failed: the input handler for "${id}" threw: ${messageOf(error)}`,
      {
        kind: "execution",
        code: ErrorCode.InternalError,
        reason,
        cause: error,
        sent: "yes",
      },
    );
  }
}

function invalidResponse(
  core: Core,
  out: Outgoing,
  id: string,
  kind: string,
  response: unknown,
  result: JsonObject,
): McpError {
  return new McpError(
    `${where(core, out)} failed: the input handler for "${id}" returned no valid ${kind} result`,
    {
      kind: "execution",
      code: ErrorCode.InternalError,
      reason: { type: "input_handler", id, problem: { type: "invalid_response", response }, result },
      sent: "yes",
    },
  );
}

function inputRequired(core: Core, out: Outgoing, result: JsonObject): McpError {
  return new McpError(
    `${where(core, out)} needs input and no inputHandlers are installed: answer reason.result with inputResponses and requestState, or install handlers`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "input_required", result },
      sent: "yes",
    },
  );
}

function noHandler(core: Core, out: Outgoing, kind: string | undefined, result: JsonObject): McpError {
  return new McpError(
    `${where(core, out)} failed: the server asks for ${kind ?? "something without a method"}, and no input handler answers that`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "no_input_handler", kind, result },
      sent: "yes",
    },
  );
}

function tooManyRounds(core: Core, out: Outgoing, limit: number, result: JsonObject): McpError {
  return transportError(
    `${where(core, out)} failed: the server still asks for input after ${limit} rounds; raise maxInputRounds if that is right`,
    { type: "max_input_rounds", limit, result },
    { data: { maxInputRounds: limit }, sent: "yes" },
  );
}

function malformed(core: Core, out: Outgoing, problem: string, result: JsonObject): McpError {
  return transportError(
    `${where(core, out)} failed: the server's input_required result is malformed: ${problem}`,
    { type: "malformed_input_request", problem, result },
    { sent: "yes" },
  );
}

function where(core: Core, out: Outgoing): string {
  return `${describe(out)} on ${core.link.label}`;
}
