import type { JsonObject } from "@snodo/protocol";
import type { Session } from "./connection/session.ts";
import type { CallOptions } from "./options.ts";

/** A call as an interceptor sees it. */
export interface InterceptedRequest {
  readonly method: string;
  /** As the caller gave them, before `_meta` is added. */
  readonly params: JsonObject;
  readonly options: CallOptions;
  /** What was negotiated with the server. */
  readonly session: Session;
}

/**
 * Wraps every call of a client, list pages and `listen` included.
 *
 * @param request - what is about to be sent; pass a changed copy to `next` to send something else
 * @param next - goes on to the next interceptor and at last to the server; may be called again to try again
 * @returns what the caller gets; a rejection is the caller's rejection
 */
export type Interceptor = (
  request: InterceptedRequest,
  next: (request: InterceptedRequest) => Promise<unknown>,
) => Promise<unknown>;

/** A chain of interceptors that ends in `last`. */
export type Chain = (
  request: InterceptedRequest,
  last: (request: InterceptedRequest) => Promise<unknown>,
) => Promise<unknown>;

/**
 * Chains interceptors, the first one outermost.
 *
 * @param interceptors - the `interceptors` option
 * @returns the chain, or undefined without interceptors, so that calls need not go through one
 */
export function chain(interceptors: readonly Interceptor[]): Chain | undefined {
  if (interceptors.length === 0) return undefined;
  return (request, last) =>
    interceptors.reduceRight<(request: InterceptedRequest) => Promise<unknown>>(
      (next, interceptor) => async (intercepted) => await interceptor(intercepted, next),
      last,
    )(request);
}
