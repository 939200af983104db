import type { JsonObject } from "../json.ts";

/** A JSON-RPC request id. Requests of this library carry integers. */
export type RequestId = string | number;

/** A message that wants an answer. */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject | undefined;
}

/** A message that wants none. */
export interface JsonRpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: JsonObject | undefined;
}

/** The answer of a request that succeeded. */
export interface JsonRpcResult {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

/** The error object of an answer, as the peer wrote it. */
export interface JsonRpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The answer of a request that failed; without an id when the peer could not read the request. */
export interface JsonRpcFailure {
  readonly jsonrpc: "2.0";
  readonly id?: RequestId | null | undefined;
  readonly error: JsonRpcErrorObject;
}

/** Either answer of a request. */
export type JsonRpcResponse = JsonRpcResult | JsonRpcFailure;

/** Any message of the protocol. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

/**
 * Says whether an answer is a failure.
 *
 * @param response - an answer that {@link classify} or a transport accepted
 */
export function isFailure(response: JsonRpcResponse): response is JsonRpcFailure {
  // Some peers write `error: null` beside a result.
  const { error } = response as { readonly error?: unknown };
  return error !== undefined && error !== null;
}
