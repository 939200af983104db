import {
  type CacheLoad,
  type ConnectionCache,
  ErrorCode,
  findMethod,
  type HeaderPlan,
  isObject,
  type JsonObject,
  McpError,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { asksForInput, needsInput } from "../input/needs-input.ts";
import { answerRounds } from "../input/rounds.ts";
import type { CallOptions } from "../options.ts";
import { abortable } from "./abortable.ts";
import { exchange } from "./exchange.ts";
import { ensureLogLevel } from "./log-level.ts";
import { checkCallOptions, isNeutral, NO_OPTIONS, type Outgoing } from "./outgoing.ts";

/**
 * Makes one call: checks, interceptors, cache, the wire, input rounds. Every method of the client ends here.
 *
 * @param core - the client
 * @param method - the request method
 * @param params - its params; not changed
 * @param options - the call's options
 * @param tool - the called tool's header plan, when its definition is at hand
 * @returns the result as sent
 * @throws TypeError for a misuse, McpError for a failure, an aborted signal's own reason
 */
export function call(
  core: Core,
  method: string,
  params: JsonObject,
  options: CallOptions = NO_OPTIONS,
  tool?: HeaderPlan,
): Promise<JsonObject> {
  if (core.intercept === undefined) return perform(core, method, params, options, tool);
  const sent = core.intercept({ method, params, options, session: core.session }, (request) => {
    // The plan is the named tool's: an interceptor may have turned the call into another one.
    const same = request.method === method && request.params["name"] === params["name"];
    return perform(core, request.method, request.params, request.options, same ? tool : undefined);
  });
  return sent as Promise<JsonObject>;
}

/** As {@link call}, below the interceptors. */
export function perform(
  core: Core,
  method: string,
  params: JsonObject,
  options: CallOptions,
  tool?: HeaderPlan,
): Promise<JsonObject> {
  try {
    const out = admit(core, method, params, options, tool);
    const ready = ensureLogLevel(core, options);
    if (ready !== undefined) return ready.then(() => send(core, out));
    return send(core, out);
  } catch (error) {
    return Promise.reject(error);
  }
}

function send(core: Core, out: Outgoing): Promise<JsonObject> {
  const { inputResponses, requestState } = out.options;
  const params =
    inputResponses === undefined && requestState === undefined
      ? out.params
      : { ...out.params, ...byHand(out.options) };
  if (core.cache === undefined || !isCached(out)) return exchange(core, out, params, answerRounds);
  const first = cached(core, core.cache, out);
  return first.then((result) => (needsInput(core, out, result) ? answerRounds(core, out, result) : result));
}

function admit(
  core: Core,
  method: string,
  params: JsonObject,
  options: CallOptions,
  tool: HeaderPlan | undefined,
): Outgoing {
  if (typeof method !== "string" || method === "") throw new TypeError("method must be a non-empty string");
  if (!isObject(params)) throw new TypeError(`the params of ${method} must be an object`);
  if (params["_meta"] !== undefined && !isObject(params["_meta"]))
    throw new TypeError(`the _meta of ${method} must be an object`);
  checkCallOptions(options, params);
  options.signal?.throwIfAborted();
  const { link } = core;
  const refused = link.refusal({ method, params });
  if (refused !== undefined) throw refused;
  if (!link.dialect.admits(method)) {
    const { revision } = link.dialect;
    throw new McpError(
      `${method} was not sent to ${link.label}: it is no request a client may send in ${revision}`,
      {
        kind: "protocol",
        code: ErrorCode.MethodNotFound,
        reason: { type: "method_not_defined", method, revision },
      },
    );
  }
  return { method, params, options, descriptor: findMethod(link.dialect.revision, method), tool };
}

function isCached(out: Outgoing): boolean {
  return out.descriptor?.cacheable === true && out.params["_meta"] === undefined && isNeutral(out.options);
}

/**
 * Equal reads share one request, unless a caller can end it by itself or has a time limit of its own. What an input
 * round brought is never stored: the first round alone goes through the cache.
 */
function cached(core: Core, cache: ConnectionCache, out: Outgoing): Promise<JsonObject> {
  const { bypassCache, refresh, signal, timeout } = out.options;
  const load = async (): Promise<CacheLoad> => {
    const result = await exchange(core, out, out.params);
    return { result, storable: !asksForInput(core, result) };
  };
  const mode = bypassCache === true ? "bypass" : refresh === true ? "refresh" : "use";
  const limited = timeout !== undefined;
  const solo = signal !== undefined || limited;
  const result = cache.read({ method: out.method, params: out.params, mode, solo, limited }, load);
  if (!(result instanceof Promise)) return Promise.resolve(result as JsonObject);
  return signal === undefined ? result : abortable(result as Promise<JsonObject>, signal);
}

function byHand(options: CallOptions): JsonObject {
  const { inputResponses, requestState } = options;
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}
