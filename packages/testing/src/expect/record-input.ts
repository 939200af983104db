import type { CreateMessageResult, ElicitResult, JsonObject, ListRootsResult } from "@snodo/protocol";

/** One thing a server asked. */
export interface AskedInput {
  readonly kind: "form" | "url" | "sampling" | "roots";
  readonly params: JsonObject;
}

/** The answers a recorder gives: a value, or a function of the question's params. */
export interface InputAnswersByKind {
  readonly form?: ElicitResult | ((params: JsonObject) => ElicitResult) | undefined;
  readonly url?: ElicitResult | ((params: JsonObject) => ElicitResult) | undefined;
  readonly sampling?: CreateMessageResult | ((params: JsonObject) => CreateMessageResult) | undefined;
  readonly roots?: ListRootsResult | ((params: JsonObject) => ListRootsResult) | undefined;
}

/** Handlers for a client's `inputHandlers`, and what they were asked. */
export interface InputRecorder {
  readonly handlers: {
    readonly form?: (params: object) => ElicitResult;
    readonly url?: (params: object) => ElicitResult;
    readonly sampling?: (params: object) => CreateMessageResult;
    readonly roots?: (params: object) => ListRootsResult;
  };
  readonly asked: readonly AskedInput[];
}

/**
 * Makes input handlers that answer as told and remember what was asked. A kind without an answer gets no handler, so
 * the client does not declare it.
 *
 * @param answers - by kind
 */
export function recordInput(answers: InputAnswersByKind): InputRecorder {
  const asked: AskedInput[] = [];
  const handler = <Answer>(kind: AskedInput["kind"], answer: Answer | ((params: JsonObject) => Answer)) => {
    return (params: object): Answer => {
      asked.push({ kind, params: params as JsonObject });
      return typeof answer === "function"
        ? (answer as (params: JsonObject) => Answer)(params as JsonObject)
        : answer;
    };
  };
  const { form, url, sampling, roots } = answers;
  return {
    asked,
    handlers: {
      ...(form === undefined ? {} : { form: handler<ElicitResult>("form", form) }),
      ...(url === undefined ? {} : { url: handler<ElicitResult>("url", url) }),
      ...(sampling === undefined ? {} : { sampling: handler<CreateMessageResult>("sampling", sampling) }),
      ...(roots === undefined ? {} : { roots: handler<ListRootsResult>("roots", roots) }),
    },
  };
}
