import {
  describe,
  ErrorCode,
  isFailure,
  isMcpError,
  type JsonObject,
  type JsonRpcErrorObject,
  type JsonRpcNotification,
  type JsonRpcResponse,
  type LogMessage,
  McpError,
  type Progress,
  quote,
  type ResultVerdict,
  type Routing,
  type Settler,
  serverError,
  withMeta,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { timeLimit } from "../durations.ts";
import { isolated } from "../inbound/notifications.ts";
import { needsInput } from "../input/needs-input.ts";
import type { CallOptions } from "../options.ts";
import { Call, type CallLimits } from "./call.ts";
import { deadline } from "./deadline.ts";
import { fixedMeta, NO_OPTIONS, type Outgoing, ownerOf, totalLimit } from "./outgoing.ts";
import { planFor } from "./refused-headers.ts";

/** Goes on with a call whose result asks for input. */
export type Answer = (core: Core, out: Outgoing, result: JsonObject) => Promise<JsonObject>;

/**
 * Sends one round of a call and reads its result. A session the server forgot is taken up again once, and a tool
 * whose headers the server refuses is looked up once.
 *
 * @param core - the client
 * @param out - the call
 * @param params - this round's params, without `_meta` of the library
 * @param answer - goes on when the result asks for input; without it such a result is returned
 * @returns the result as sent: complete, `input_required`, or of an installed extension's type
 * @throws McpError for every failure; an aborted signal's own reason
 */
export function exchange(
  core: Core,
  out: Outgoing,
  params: JsonObject,
  answer?: Answer,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => new Round(core, out, params, answer, resolve, reject).send());
}

/** One round on its way: an object rather than an async function, as every call is one and a call should be cheap. */
class Round implements Settler {
  readonly #core: Core;
  readonly #out: Outgoing;
  readonly #params: JsonObject;
  readonly #answer: Answer | undefined;
  readonly #resolve: (result: JsonObject | Promise<JsonObject>) => void;
  readonly #reject: (error: unknown) => void;
  #id = 0;
  #sessionLost = false;
  #headersRefused = false;

  constructor(
    core: Core,
    out: Outgoing,
    params: JsonObject,
    answer: Answer | undefined,
    resolve: (result: JsonObject | Promise<JsonObject>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#core = core;
    this.#out = out;
    this.#params = params;
    this.#answer = answer;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  send(): void {
    if (this.#core.sessionLost && this.#out.setup !== true) this.#afterRecovery();
    else this.#start();
  }

  #start(): void {
    const { link } = this.#core;
    const { method, options } = this.#out;
    const id = link.nextId();
    this.#id = id;
    const fixed = fixedMeta(this.#core, id, options, this.#params);
    const params = withMeta(this.#params, { base: link.baseMeta, meta: options.meta, fixed });
    const request = { jsonrpc: "2.0", id, method, params } as const;
    const call = new Call(
      link,
      request,
      routing(this.#core, this.#out, this.#params),
      limits(this.#core, this.#out),
      this,
    );
    call.start();
  }

  answered(response: JsonRpcResponse): void {
    try {
      if (isFailure(response)) this.#refused(response.error);
      else this.#done(read(this.#core, this.#out, response.result));
    } catch (error) {
      this.#reject(error);
    }
  }

  failed(error: unknown): void {
    if (this.#sessionLost || this.#out.setup === true || !isMcpError(error, "session_expired")) {
      this.#reject(error);
      return;
    }
    this.#sessionLost = true;
    this.#afterRecovery();
  }

  /** Others may wait for the same handshake: this call's limit and signal end its own wait. */
  #afterRecovery(): void {
    const { link } = this.#core;
    const { timeout, signal } = limits(this.#core, this.#out);
    const recovered = this.#core.recover().catch((error: unknown) => {
      // It is this call that was given up, whatever the handshake was doing.
      throw link.refusal(this.#out) ?? error;
    });
    this.#again(deadline(link, recovered, describe(this.#out), timeout, signal, "no"));
  }

  #done(result: JsonObject): void {
    const { method, params, options } = this.#out;
    const { tasks } = this.#core.link;
    if (tasks.size > 0) tasks.answered(method, params, result);
    if (options !== NO_OPTIONS && params["task"] !== undefined) tasks.keep(this.#id, result, options);
    const goesOn = this.#answer !== undefined && needsInput(this.#core, this.#out, result);
    this.#resolve(
      goesOn && this.#answer !== undefined ? this.#answer(this.#core, this.#out, result) : result,
    );
  }

  #refused(error: JsonRpcErrorObject): void {
    if (error.code !== ErrorCode.HeaderMismatch || this.#headersRefused) {
      this.#reject(serverError(error));
      return;
    }
    this.#headersRefused = true;
    const planned = planFor(this.#core, this.#out, this.#params);
    this.#again(
      planned.then((found) => {
        if (!found) throw serverError(error);
      }),
    );
  }

  #again(ready: Promise<unknown>): void {
    ready.then(() => this.send()).catch((error: unknown) => this.#reject(error));
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
  if (options === NO_OPTIONS) return core.defaults;
  const timeout =
    options.timeout === undefined ? core.settings.timeout : timeLimit("timeout", options.timeout);
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
): (message: JsonRpcNotification) => unknown {
  return (message) => {
    if (message.method === "notifications/progress")
      return onProgress?.((message.params ?? {}) as unknown as Progress);
    if (message.method === "notifications/message" && onLog !== undefined) return onLog(message);
    return core.link.sessionNotification(message);
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
      : `its resultType ${shown(verdict.resultType)} is none this client knows for ${out.method}`;
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
