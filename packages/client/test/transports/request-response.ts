import {
  classify,
  describe,
  type InFlight,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  messageOf,
  type Transport,
  transportError,
} from "@snodo/protocol";

/** Carries one request to wherever the server is, and gives back its answer. */
export type RoundTrip = (request: JsonRpcRequest, signal: AbortSignal) => Promise<unknown>;

/**
 * The smallest custom transport: one question, one answer, nothing in between. It sends no notifications, so it speaks
 * 2026-07-28 only, and no response stays open, so `listen` is refused.
 *
 * @param roundTrip - for instance a function call over RPC, or a queue
 * @param label - names the server in errors
 */
export function requestResponse(roundTrip: RoundTrip, label: string): Transport {
  return {
    kind: "request-response",
    label,
    open: async () => {
      const running = new Set<(error: McpError) => void>();
      let closed = false;
      return {
        streaming: false,
        send(request): InFlight {
          const giveUp = new AbortController();
          const response = new Promise<JsonRpcResponse>((resolve, reject) => {
            if (closed) return reject(ended(request, label, "no"));
            running.add(reject);
            ask(roundTrip, request, giveUp.signal, label)
              .then(resolve, reject)
              .finally(() => running.delete(reject));
          });
          return { response, cancel: (reason) => giveUp.abort(new Error(reason)) };
        },
        close: async () => {
          closed = true;
          for (const reject of running)
            reject(
              transportError(`the connection to ${label} was closed`, { type: "closed" }, { sent: "maybe" }),
            );
          running.clear();
        },
      };
    },
  };
}

async function ask(
  roundTrip: RoundTrip,
  request: JsonRpcRequest,
  signal: AbortSignal,
  label: string,
): Promise<JsonRpcResponse> {
  let answer: unknown;
  try {
    answer = await roundTrip(request, signal);
  } catch (error) {
    throw transportError(
      `${describe(request)} on ${label} failed: ${messageOf(error)}`,
      { type: "unreachable" },
      { cause: error, sent: "maybe" },
    );
  }
  const seen = classify(answer);
  if ((seen.kind === "result" || seen.kind === "failure") && seen.message.id === request.id)
    return seen.message;
  throw new McpError(`${describe(request)} on ${label} failed: the answer is invalid`, {
    kind: "protocol",
    code: -32_600,
    reason: {
      type: "invalid_message",
      problem: seen.kind === "invalid" ? seen.problem : "it answers another request",
    },
    sent: "yes",
  });
}

function ended(request: JsonRpcRequest, label: string, sent: "no" | "maybe"): McpError {
  return transportError(
    `${describe(request)} was not sent: the connection to ${label} is closed`,
    { type: "closed" },
    { sent },
  );
}
