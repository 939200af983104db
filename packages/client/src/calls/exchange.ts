import {
  describe,
  ErrorCode,
  isFailure,
  isMcpError,
  type JsonObject,
  type JsonRpcNotification,
  type LogMessage,
  McpError,
  type Progress,
  quote,
  type ResultVerdict,
  type Routing,
  serverError,
  withMeta,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { timeLimit } from "../durations.ts";
import { isolated } from "../inbound/notifications.ts";
import type { CallOptions } from "../options.ts";
import { abortable } from "./abortable.ts";
import { Call, type CallLimits } from "./call.ts";
import { fixedMeta, NO_OPTIONS, type Outgoing, ownerOf, totalLimit } from "./outgoing.ts";
import { planFor } from "./refused-headers.ts";

/**
 * Sends one round of a call and reads its result. A session the server forgot is taken up again once, and a tool
 * whose headers the server refuses is looked up once.
 *
 * @param core - the client
 * @param out - the call
 * @param params - this round's params, without `_meta` of the library
 * @returns the result as sent: complete, `input_required`, or of an installed extension's type
 * @throws McpError for every failure; an aborted signal's own reason
 */
export async function exchange(core: Core, out: Outgoing, params: JsonObject): Promise<JsonObject> {
  const { link } = core;
  let sessionLost = false;
  let headersRefused = false;
  for (;;) {
    const id = link.nextId();
    const { options } = out;
    const parts = {
      base: link.baseMeta,
      meta: options.meta,
      fixed: fixedMeta(core, id, options, params),
    };
    const request = { jsonrpc: "2.0", id, method: out.method, params: withMeta(params, parts) } as const;
    try {
      const response = await Call.run(link, request, routing(core, out, params), limits(core, out));
      if (!isFailure(response)) return read(core, out, response.result);
      const mismatch = response.error.code === ErrorCode.HeaderMismatch && !headersRefused;
      if (!mismatch || !(await planFor(core, out, params))) throw serverError(response.error);
      headersRefused = true;
    } catch (error) {
      if (sessionLost || out.setup === true || !isMcpError(error, "session_expired")) throw error;
      sessionLost = true;
      const { signal } = options;
      await (signal === undefined ? core.recover() : abortable(core.recover(), signal));
    }
  }
}

function routing(core: Core, out: Outgoing, params: JsonObject): Routing {
  const { link } = core;
  const owner = ownerOf(core, out.method, out.options);
  const tool =
    out.method === "tools/call" ? (out.tool ?? link.toolPlans.get(String(params["name"]))) : undefined;
  if (owner?.headers === undefined && tool === undefined) return link.routing;
  const headers = owner?.headers?.(out.method, params, link.dialect.revision);
  return { revision: link.dialect.revision, tool, headers };
}

function limits(core: Core, out: Outgoing): CallLimits {
  const { options } = out;
  const timeout =
    options.timeout === undefined ? core.settings.timeout : timeLimit("timeout", options.timeout);
  if (options === NO_OPTIONS) return { timeout };
  const { onProgress, onLog } = options;
  const takesLog =
    onLog === undefined
      ? undefined
      : (message: JsonRpcNotification): void =>
          isolated(core, "onLog", () => onLog((message.params ?? {}) as unknown as LogMessage));
  return {
    timeout,
    maxTotalTimeout: totalLimit(options, timeout),
    resetOnProgress: options.resetTimeoutOnProgress,
    signal: options.signal,
    onLog: takesLog,
    onNotification:
      onProgress === undefined && takesLog === undefined ? undefined : listener(core, onProgress, takesLog),
  };
}

function listener(
  core: Core,
  onProgress: CallOptions["onProgress"],
  onLog: CallLimits["onLog"],
): (message: JsonRpcNotification) => void {
  return (message) => {
    if (message.method === "notifications/progress")
      onProgress?.((message.params ?? {}) as unknown as Progress);
    else if (message.method === "notifications/message" && onLog !== undefined) onLog(message);
    else core.link.sessionNotification(message);
  };
}

function read(core: Core, out: Outgoing, result: unknown): JsonObject {
  const { link } = core;
  // An extension that is named for one call need not be installed.
  const named = out.options.extension?.resultTypes;
  const types = named === undefined ? core.settings.extensions.resultTypes(out.method) : new Set(named);
  const verdict = link.dialect.readResult(out.method, result, types);
  if (verdict.type === "unknown" || verdict.type === "invalid") throw badResult(link.label, out, verdict);
  return result as JsonObject;
}

function badResult(
  label: string,
  out: Outgoing,
  verdict: Extract<ResultVerdict, { type: "unknown" | "invalid" }>,
): McpError {
  const problem =
    verdict.type === "invalid"
      ? verdict.problem
      : `its resultType ${shown(verdict.resultType)} is not known to this client`;
  return new McpError(`${describe(out)} on ${label} failed: the server's result is invalid: ${problem}`, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason:
      verdict.type === "unknown"
        ? { type: "unknown_result_type", resultType: verdict.resultType }
        : { type: "invalid_result", problem },
    sent: "yes",
  });
}

/** A result type is a short word; anything else is only named by its type, whatever its size. */
function shown(resultType: unknown): string {
  return typeof resultType === "string" ? `"${quote(resultType, 80)}"` : `(a ${typeof resultType})`;
}
