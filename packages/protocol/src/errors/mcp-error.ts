import { ErrorCode } from "../rpc/codes.ts";
import type { JsonRpcErrorObject } from "../rpc/messages.ts";
import type { Reason, ReasonType, Sent } from "./reasons.ts";

/**
 * Who failed: `server` answered with an error; `transport` could not carry the call or ran out of time; `protocol`
 * was refused here before sending, or the peer broke the protocol; `execution` is a handler of the application.
 */
export type ErrorKind = "server" | "transport" | "protocol" | "execution";

/** The parts of an {@link McpError} besides its message. */
export interface McpErrorInit {
  readonly kind: ErrorKind;
  /** A JSON-RPC code: the server's own, or one of {@link ErrorCode}. */
  readonly code: number;
  readonly reason: Reason;
  readonly data?: unknown;
  readonly cause?: unknown;
  /** Defaults to `no`. */
  readonly sent?: Sent | undefined;
}

const BRAND: unique symbol = Symbol.for("snodo.McpError") as never;

/**
 * Every failure this library reports, except `TypeError` for a misuse and the reason of an aborted signal.
 *
 * `instanceof McpError` works across copies of the package. The message is one line for people: what was attempted,
 * on which server, what happened, what to do.
 */
export class McpError extends Error {
  override readonly name: string = "McpError";
  readonly kind: ErrorKind;
  readonly code: number;
  readonly data: unknown;
  readonly reason: Reason;
  readonly sent: Sent;

  constructor(message: string, init: McpErrorInit) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.kind = init.kind;
    this.code = init.code;
    this.reason = init.reason;
    this.data = init.data;
    this.sent = init.sent ?? "no";
    Object.defineProperty(this, BRAND, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: which class was asked is the point
    return isInstance(this, value);
  }
}

/** Outside of the class: bundlers rename a class that names itself, and `_McpError` would be what people are shown. */
function isInstance(asked: unknown, value: unknown): boolean {
  // A class derived from this one is told by its prototype, as any class is.
  return asked === McpError ? isMcpError(value) : Function.prototype[Symbol.hasInstance].call(asked, value);
}

/**
 * Says whether a value is an {@link McpError} of any copy of this package, and, given a type, of that reason.
 *
 * @param value - what a promise rejected with
 * @param type - narrows `reason` to this type
 */
export function isMcpError<T extends ReasonType>(
  value: unknown,
  type: T,
): value is McpError & { readonly reason: Extract<Reason, { readonly type: T }> };
export function isMcpError(value: unknown, type?: undefined): value is McpError;
export function isMcpError(value: unknown, type?: ReasonType): boolean {
  if (typeof value !== "object" || value === null || !(BRAND in value)) return false;
  return type === undefined || (value as unknown as McpError).reason.type === type;
}

/**
 * Turns the error object of an answer into an error with the server's code, message and data untouched.
 *
 * @param error - the `error` member of an answer
 */
export function serverError(error: JsonRpcErrorObject): McpError {
  return new McpError(error.message, {
    kind: "server",
    code: error.code,
    data: error.data,
    reason: { type: "server_error" },
    sent: "yes",
  });
}

/**
 * Builds an error of kind `transport` with code -32000.
 *
 * @param message - the whole line for people
 * @param reason - the structured cause
 * @param rest - cause, data, whether the request was sent
 */
export function transportError(
  message: string,
  reason: Reason,
  rest: { readonly cause?: unknown; readonly data?: unknown; readonly sent?: Sent | undefined } = {},
): McpError {
  return new McpError(message, { kind: "transport", code: ErrorCode.Transport, reason, ...rest });
}
