import { isMcpError } from "@snodo/protocol";
import { withDeadline } from "../deadline.ts";
import type { CallbackReception, PreparedFlow } from "../flows/port.ts";
import type { GrantContext } from "../session/grant.ts";
import { callbackError, judge } from "./finish.ts";
import type { Departure } from "./pending.ts";

/**
 * Sends the user away and waits for them.
 *
 * @param context - clock, and who still waits
 * @param flow - how
 * @param departure - the recorded sign-in
 * @param hint - what to try when nobody comes back
 * @throws McpError `authorization` (`callback`, with error `timeout`), what the flow rejects with, or the reason of the
 *   signal
 */
export async function visit(
  context: GrantContext,
  flow: PreparedFlow,
  { pending, state, url }: Departure,
  hint: string,
): Promise<URLSearchParams> {
  const { env, target } = context;
  const { expiresAt } = pending;
  const late = () => callbackError(target, `nobody came back in time${hint}`, "timeout");
  const receive = (params: URLSearchParams): CallbackReception => {
    const { type } = judge(params, pending, state);
    return type === "code" ? "accepted" : type === "foreign" ? "ignored" : "refused";
  };
  try {
    return await withDeadline(env.clock, expiresAt - env.now(), context.signal, late, (signal) =>
      flow.visit({ url, expiresAt, signal, receive }),
    );
  } catch (thrown) {
    if (isMcpError(thrown) || context.signal.aborted) throw thrown;
    // What a flow of the application threw may hold the URL it was given, and with it the state.
    throw callbackError(target, "the user could not be sent there and back", "flow");
  }
}
