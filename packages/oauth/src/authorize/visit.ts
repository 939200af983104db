import { rewrap } from "../errors.ts";
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
  departure: Departure,
  hint: string,
): Promise<URLSearchParams> {
  const { env, signal, target } = context;
  const { expiresAt } = departure.pending;
  const abort = new AbortController();
  const give = () => abort.abort(signal.reason);
  signal.addEventListener("abort", give);
  if (signal.aborted) give();
  const timer = env.clock.setTimeout(
    () => abort.abort(callbackError(target, `nobody came back in time${hint}`, "timeout")),
    Math.max(0, expiresAt - env.now()),
    true,
  );
  const gone = new Promise<never>((_, reject) => {
    abort.signal.addEventListener("abort", () => reject(abort.signal.reason));
    if (abort.signal.aborted) reject(abort.signal.reason);
  });
  try {
    const receive = (params: URLSearchParams): CallbackReception => {
      const { type } = judge(params, departure.pending, departure.state);
      return type === "code" ? "accepted" : type === "foreign" ? "ignored" : "refused";
    };
    const coming = flow.visit({ url: departure.url, expiresAt, signal: abort.signal, receive });
    return await Promise.race([coming, gone]);
  } catch (thrown) {
    // What a flow of the application threw may hold the URL it was given, and with it the state.
    throw rewrap(thrown, abort.signal, () =>
      callbackError(target, "the user could not be sent there and back", "flow"),
    );
  } finally {
    env.clock.clearTimeout(timer);
    signal.removeEventListener("abort", give);
    abort.abort();
  }
}
