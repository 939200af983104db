import * as failures from "../failures.ts";
import { InvalidHeaderError } from "../request/user-headers.ts";
import type { WireFailure } from "../request/wire.ts";

/** What else is known of a failure. */
export interface FailureContext {
  /** Whether a status had arrived. */
  readonly answered: boolean;
  /** What may explain that the server cannot be reached. */
  readonly hint?: string | undefined;
}

/**
 * The error of a message that got no response its sender has to look at.
 *
 * @param subject - the message
 * @param url - where it was sent
 * @param failure - what went wrong
 * @param context - what else is known
 * @returns an `McpError`, or what the application's own code threw, as it is
 */
export function wireFailure(
  subject: failures.Subject,
  url: string,
  failure: WireFailure,
  context: FailureContext,
): unknown {
  switch (failure.type) {
    case "network": {
      const sent = context.answered ? "yes" : failure.written ? "maybe" : "no";
      return failures.networkFailure(subject, url, failure.error, sent, context.hint);
    }
    case "encoding":
      return failures.encodingFailure(subject, failure.encoding, failure.error);
    case "redirect":
      return failures.redirectFailure(subject, failure.status, failure.target, failure.problem);
    case "opaque_redirect":
      return failures.opaqueRedirectFailure(subject);
    case "refused":
      return failures.unauthorizedFailure(subject, failure.challenge, "");
    case "thrown":
      return failure.error instanceof InvalidHeaderError
        ? failures.headerFailure(subject, failure.error.header, failure.error)
        : failure.error;
  }
}
