import type { JsonRpcFailure, McpError, RequestId } from "@snodo/protocol";
import { readChallenge } from "../auth/challenge.ts";
import type { ResponseHeaders } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import { judge } from "../response/judge.ts";
import { retryAfter } from "../response/retry-after.ts";

/** A response whose status is not 2xx. */
export interface RefusedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
  readonly id: RequestId | undefined;
  readonly session: boolean;
  readonly hint?: string | undefined;
}

/**
 * Turns a refusal into the answer it holds, or into an error.
 *
 * @param subject - what was refused
 * @param response - the refusal
 */
export function refusal(
  subject: failures.Subject,
  response: RefusedResponse,
): { readonly response: JsonRpcFailure } | { readonly error: McpError } {
  const { status, headers, body, id, session, hint } = response;
  const challenge = readChallenge(status, headers);
  const judgement = judge({ status, body, id, session, challenge });
  switch (judgement.type) {
    case "answer":
      return { response: judgement.response };
    case "session_expired":
      return { error: failures.sessionFailure(subject) };
    case "unauthorized":
      return { error: failures.unauthorizedFailure(subject, challenge, body) };
    case "status": {
      const wait = retryAfter(headers.get("retry-after"), Date.now());
      return {
        error: failures.statusFailure(subject, status, {
          body,
          retryAfter: wait,
          error: judgement.error,
          hint,
        }),
      };
    }
  }
}
