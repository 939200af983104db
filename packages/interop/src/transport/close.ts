import { messageOf, type OpenContext, type TimerHandle } from "@snodo/protocol";
import type { SdkTransport } from "../sdk/shapes.ts";

/** The longest a transport may take to close, in milliseconds. */
const LONGEST = 5000;

/**
 * Closes a transport of the SDK. Never rejects, and does not wait for ever: its owner can do nothing more about it.
 *
 * @param transport - the transport
 * @param context - clock and diagnostics
 * @param server - names the server in diagnostics
 */
export async function closeTransport(
  transport: SdkTransport,
  { clock, diagnostics }: Pick<OpenContext, "clock" | "diagnostics">,
  server: string,
): Promise<void> {
  const report = (problem: string, cause?: unknown): void =>
    diagnostics.report({ level: "warning", code: "sdk_transport_close", message: problem, server, cause });
  let timer: TimerHandle;
  const late = new Promise<void>((resolve) => {
    timer = clock.setTimeout(() => {
      report(`the SDK transport is not closed after ${LONGEST} ms`);
      resolve();
    }, LONGEST);
  });
  const closed = Promise.resolve()
    .then(() => transport.close())
    .catch((error: unknown) => report(`the SDK transport failed to close: ${messageOf(error)}`, error));
  await Promise.race([closed, late]);
  clock.clearTimeout(timer);
}
