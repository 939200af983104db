import { ErrorCode, McpError, type Sent, type TimerHandle } from "@snodo/protocol";
import type { Link } from "../connection/link.ts";
import { onAbort } from "./on-abort.ts";

/**
 * Waits for something that has no exchange of its own, such as a notification being taken.
 *
 * @param link - clock and label
 * @param work - what is waited for; observed even when it loses the race
 * @param what - names it in the error
 * @param timeout - milliseconds, or undefined for no limit
 * @param signal - stops waiting; rejects with the signal's own reason
 * @param sent - whether the server may have seen anything of it
 * @throws McpError -32001 when the time is over
 */
export function deadline<T>(
  link: Link,
  work: Promise<T>,
  what: string,
  timeout: number | undefined,
  signal: AbortSignal | undefined,
  sent: Sent = "maybe",
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: TimerHandle;
    let forget: (() => void) | undefined;
    const abort = (): void => finish(() => reject(signal?.reason));
    const finish = (how: () => void): void => {
      if (timer !== undefined) link.clock.clearTimeout(timer);
      forget?.();
      how();
    };
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
    if (signal?.aborted === true) return abort();
    if (signal !== undefined) forget = onAbort(signal, abort);
    if (timeout === undefined) return;
    timer = link.clock.setTimeout(() => {
      const error = new McpError(`${what} on ${link.label} timed out after ${timeout} ms`, {
        kind: "transport",
        code: ErrorCode.Timeout,
        reason: { type: "timeout", timeoutMs: timeout },
        sent,
      });
      finish(() => reject(error));
    }, timeout);
  });
}
