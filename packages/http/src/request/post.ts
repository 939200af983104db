import { type JsonRpcMessage, notJson } from "@snodo/protocol";
import * as failures from "../failures.ts";
import { InvalidHeaderError } from "./user-headers.ts";

/** What a message is posted as, or why it cannot be. */
export type Post =
  | { readonly method: "POST"; readonly headers: readonly string[]; readonly body: string }
  | { readonly error: Error };

/**
 * Writes a message.
 *
 * @param message - to be posted
 * @param subject - what an error is about
 * @param headers - builds its headers; throws a `TypeError` for an argument that cannot be mirrored, and an
 *   `InvalidHeaderError` for what HTTP cannot carry
 */
export function postOf(message: JsonRpcMessage, subject: failures.Subject, headers: () => string[]): Post {
  let list: string[];
  try {
    list = headers();
  } catch (error) {
    return {
      error:
        error instanceof InvalidHeaderError
          ? failures.headerFailure(subject, error.header, error)
          : failures.toolHeaderFailure(subject, error as Error),
    };
  }
  try {
    return { method: "POST", headers: list, body: JSON.stringify(message) };
  } catch (error) {
    return { error: notJson(subject.message, error) };
  }
}
