import { connect, VERSION } from "@snodo/client";
import { ErrorCode, type Implementation, isMcpError, type Revision } from "@snodo/protocol";
import { timeLimit } from "../connection/time-limit.ts";
import { transportTo } from "../connection/transport.ts";
import { type Failure, failureOf } from "../exit/failure.ts";
import type { Invocation } from "../invocation.ts";
import type { Target } from "../targets/target.ts";

/** How a server is. */
export type Health =
  | {
      readonly ok: true;
      readonly ms: number;
      readonly protocolVersion: Revision;
      readonly serverInfo: Implementation | undefined;
      /** How many it has; undefined when it has no list of them. */
      readonly tools: number | undefined;
    }
  | { readonly ok: false; readonly error: Failure };

/**
 * Connects to a server, counts its tools and leaves. Never rejects: one that fails says nothing of the others.
 *
 * @param target - the server
 * @param invocation - the command it is for
 */
export async function lookAt(target: Target, invocation: Invocation): Promise<Health> {
  const { options, output, stopper } = invocation;
  const transport = await transportTo(target, invocation);
  const start = performance.now();
  const { signal } = stopper;
  try {
    await using client = await connect(transport, {
      timeout: timeLimit(options),
      signal,
      clientInfo: { name: "snodo", version: VERSION },
      diagnostics: { report: ({ message }) => output.detail(message) },
    });
    const tools = await client.listTools({ signal }).catch((error: unknown) => {
      if (isMcpError(error) && error.code === ErrorCode.MethodNotFound) return undefined;
      throw error;
    });
    const { protocolVersion, serverInfo } = client.session;
    return {
      ok: true,
      ms: Math.round(performance.now() - start),
      protocolVersion,
      serverInfo,
      tools: tools?.length,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, error: failureOf(error, transport.label) };
  }
}
