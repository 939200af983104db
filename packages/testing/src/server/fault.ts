import { ErrorCode, type JsonRpcErrorObject, messageOf } from "@snodo/protocol";

/** Thrown by a handler to answer its request with a JSON-RPC error. */
export class RpcFault extends Error {
  override readonly name: string = "RpcFault";
  readonly code: number;
  readonly data: unknown;

  /**
   * @param code - the JSON-RPC error code
   * @param message - the error's message
   * @param data - the error's data; left out when undefined
   */
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * The error object of whatever a handler threw: a fault as it is, anything else as an internal error.
 *
 * @param thrown - what a catch clause got
 */
export function errorObject(thrown: unknown): JsonRpcErrorObject {
  if (!(thrown instanceof RpcFault)) return { code: ErrorCode.InternalError, message: messageOf(thrown) };
  const { code, message, data } = thrown;
  return data === undefined ? { code, message } : { code, message, data };
}
