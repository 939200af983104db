import {
  classify,
  type JsonRpcFailure,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonRpcResult,
} from "@snodo/protocol";

/** Takes the messages of a body, by kind. */
export interface MessageSink {
  answer(response: JsonRpcResponse): void;
  notification(message: JsonRpcNotification): void;
  request(message: JsonRpcRequest): void;
  /** Something that is no message; `id` when it names a request. */
  invalid(problem: string, id: unknown): void;
}

/**
 * Hands a parsed value to whom it concerns.
 *
 * @param value - the outcome of `JSON.parse`; a batch is handed over one by one (2025-03-26)
 * @param sink - takes it
 */
export function deliver(value: unknown, sink: MessageSink): void {
  const seen = classify(value);
  switch (seen.kind) {
    case "result":
    case "failure":
      return sink.answer(seen.message satisfies JsonRpcResult | JsonRpcFailure);
    case "notification":
      return sink.notification(seen.message);
    case "request":
      return sink.request(seen.message);
    case "invalid":
      return sink.invalid(seen.problem, seen.id);
    case "batch":
      for (const item of seen.items) {
        // A batch inside a batch has no meaning in any revision.
        if (!Array.isArray(item)) deliver(item, sink);
      }
  }
}

/**
 * Parses a text that should be JSON.
 *
 * @param text - from the peer
 * @returns the value, or the problem in words
 */
export function parse(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "not JSON" };
  }
}
