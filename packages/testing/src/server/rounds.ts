import {
  ErrorCode,
  eraOf,
  type InputRequest,
  type InputRequiredResult,
  isFailure,
  isObject,
  type JsonObject,
  type JsonRpcRequest,
  own,
  type Revision,
  type RuntimeContext,
} from "@snodo/protocol";
import { missingCapability } from "./client-capabilities.ts";
import { RpcFault } from "./fault.ts";

/** The questions of one round, by ids of the handler's choice. */
export type InputQuestions = Readonly<Record<string, InputRequest>>;

/** The answers of one round, by the ids of its questions. */
export type InputAnswers = Readonly<Record<string, JsonObject>>;

/** Thrown out of a handler to end a round: the result goes out, and the handler runs again with the answers. */
export class RoundEnd extends Error {
  override readonly name: string = "RoundEnd";
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    super("the call needs input: let this error pass");
    this.result = result;
  }
}

/** What one request needs to ask the user. */
export interface RoundsInit {
  readonly request: JsonRpcRequest;
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly context: RuntimeContext;
}

/**
 * Asks the client for input, whatever the era: as requests of its own before 2026-07-28, as rounds since.
 *
 * A round keeps nothing on the server: the answers so far travel in `requestState`, and the handler is run again from
 * its start with `input` giving them back in order.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr; 2025-11-25 client/elicitation, client/sampling, client/roots.
 */
export class Rounds {
  readonly #init: RoundsInit;
  #answered: readonly InputAnswers[] | undefined;
  #asked = 0;

  constructor(init: RoundsInit) {
    this.#init = init;
  }

  /** Gives the answers to one set of questions. */
  async input(questions: InputQuestions): Promise<InputAnswers> {
    const { capabilities, revision } = this.#init;
    for (const { method, params } of Object.values(questions)) {
      const missing = missingCapability(method, params, capabilities);
      if (missing === undefined) continue;
      throw new RpcFault(
        eraOf(revision) === "stateless" ? ErrorCode.MissingClientCapability : ErrorCode.InternalError,
        `The client did not declare what ${method} needs`,
        { requiredCapabilities: missing },
      );
    }
    return eraOf(revision) === "stateless" ? this.#round(questions) : this.#ask(questions);
  }

  #round(questions: InputQuestions): InputAnswers {
    // Read when a handler asks: one that makes its rounds itself has a state of its own.
    this.#answered ??= readAnswers(this.#init.request);
    const answers = this.#answered[this.#asked];
    // Questions left open are asked again, with what was answered before this round unchanged.
    if (answers !== undefined && Object.keys(questions).every((id) => Object.hasOwn(answers, id))) {
      this.#asked += 1;
      return answers;
    }
    const requestState = writeState(this.#answered.slice(0, this.#asked));
    const asks = Object.keys(questions).length > 0;
    throw new RoundEnd({
      resultType: "input_required",
      ...(asks ? { inputRequests: questions } : {}),
      requestState,
    });
  }

  async #ask(questions: InputQuestions): Promise<InputAnswers> {
    const answers: Record<string, JsonObject> = {};
    for (const [id, { method, params }] of Object.entries(questions)) {
      const response = await this.#init.context.request(method, params);
      if (isFailure(response)) {
        const { code, message, data } = response.error;
        throw new RpcFault(code, message, data);
      }
      answers[id] = response.result as JsonObject;
    }
    return answers;
  }
}

function readAnswers({ params }: JsonRpcRequest): InputAnswers[] {
  const state = own(params ?? {}, "requestState");
  const responses = own(params ?? {}, "inputResponses");
  if (state === undefined && responses === undefined) return [];
  if (responses !== undefined && !isObject(responses)) {
    throw new RpcFault(ErrorCode.InvalidParams, "inputResponses is not an object");
  }
  return [...readState(state), (responses ?? {}) as InputAnswers];
}

function writeState(answers: readonly InputAnswers[]): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(JSON.stringify(answers))) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function readState(state: unknown): readonly InputAnswers[] {
  if (state === undefined) return [];
  try {
    const bytes = Uint8Array.from(atob(String(state)), (char) => char.charCodeAt(0));
    const answers: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (Array.isArray(answers) && answers.every(isObject)) return answers as InputAnswers[];
  } catch {
    // Told below, as for a state of another shape.
  }
  throw new RpcFault(ErrorCode.InvalidParams, "requestState is not one this server gave out");
}
