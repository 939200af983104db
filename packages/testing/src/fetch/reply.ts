import { ErrorCode, isFailure, type JsonRpcResponse } from "@snodo/protocol";

const JSON_TYPE = { "content-type": "application/json" };

/** An answer as one JSON body. */
export function jsonReply(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
}

/** A refusal that belongs to no request. */
export function refusal(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return jsonReply({ jsonrpc: "2.0", id: null, error: { code, message } }, status, headers);
}

/** A message was taken, and there is nothing to say. */
export function accepted(): Response {
  return new Response(null, { status: 202 });
}

/** An event stream. */
export function streamReply(
  body: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers },
  });
}

/**
 * The status of a 2026-07-28 answer that is not streamed.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, and basic/index `_meta` for malformed envelopes.
 *
 * @param response - the answer
 * @param malformed - whether the request's `_meta` lacked what it must carry
 */
export function statelessStatus(response: JsonRpcResponse, malformed: boolean): number {
  if (!isFailure(response)) return 200;
  switch (response.error.code) {
    case ErrorCode.MethodNotFound:
      return 404;
    case ErrorCode.HeaderMismatch:
    case ErrorCode.MissingClientCapability:
    case ErrorCode.UnsupportedVersion:
    case ErrorCode.ParseError:
    case ErrorCode.InvalidRequest:
      return 400;
    case ErrorCode.InvalidParams:
      return malformed ? 400 : 200;
    default:
      return 200;
  }
}
