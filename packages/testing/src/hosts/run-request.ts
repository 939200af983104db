import {
  ErrorCode,
  type JsonRpcRequest,
  type JsonRpcResponse,
  messageOf,
  type Runtime,
  type RuntimeContext,
} from "@snodo/protocol";
import type { Emit, HostSession } from "./host-session.ts";

/**
 * Gives one request to a runtime.
 *
 * @param runtime - the server
 * @param request - as it arrived
 * @param session - the client's session
 * @param signal - aborted when the client gives the request up
 * @param emit - carries what belongs to the request
 * @returns the answer; never rejects
 */
export async function runRequest(
  runtime: Runtime,
  request: JsonRpcRequest,
  session: HostSession,
  signal: AbortSignal,
  emit: Emit,
): Promise<JsonRpcResponse> {
  let settled = false;
  const unlessSettled: Emit = (message) => {
    if (!settled) emit(message);
  };
  const context: RuntimeContext = {
    session,
    auth: session.auth,
    signal,
    notify: unlessSettled,
    request: (method, params) => session.ask(method, params, unlessSettled),
  };
  try {
    return await runtime.dispatch(request, context);
  } catch (error) {
    const { id } = request;
    return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message: messageOf(error) } };
  } finally {
    settled = true;
  }
}
