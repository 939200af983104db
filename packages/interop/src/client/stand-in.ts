import { isMcpError, type JsonRpcFailure, type JsonRpcRequest } from "@snodo/protocol";

/**
 * The probe of the SDK's client takes an answer for a verdict on the server's era, and a failed `send` for a broken
 * network. A server that refuses the probe with an HTTP status has answered.
 *
 * @param request - what was sent
 * @param error - what it rejected with
 * @returns the answer to give in its place; undefined when the error is to be passed on
 */
export function standIn(request: JsonRpcRequest, error: unknown): JsonRpcFailure | undefined {
  if (request.method !== "server/discover" || !isMcpError(error, "http_status")) return undefined;
  const { status } = error.reason;
  if (status >= 500 || status === 401 || status === 403 || status === 429) return undefined;
  return {
    jsonrpc: "2.0",
    id: request.id,
    error: { code: error.code, message: error.message, data: error.data },
  };
}
