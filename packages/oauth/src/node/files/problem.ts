import { transportError } from "@snodo/protocol";

/**
 * The error of a store that cannot be used.
 *
 * @param message - the whole line for people; paths are fine, contents are not
 * @param error - one word for it
 * @param retryable - whether waiting may help
 */
export function storeError(message: string, error: string, retryable: boolean): Error {
  return transportError(message, { type: "authorization", problem: "store", retryable, error });
}

/**
 * The code of a system error, such as `ENOENT`.
 *
 * @param thrown - what a catch clause got
 */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : undefined;
}
