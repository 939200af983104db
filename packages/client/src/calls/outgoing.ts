import {
  checkTraceContext,
  type HeaderPlan,
  isObject,
  type JsonObject,
  LOG_LEVELS,
  META,
  type MethodDescriptor,
  type TraceContext,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { count, timeLimit } from "../durations.ts";
import type { Extension } from "../extensions/extension.ts";
import type { CallOptions } from "../options.ts";
import { checkSignal } from "./signal.ts";

/** A call that passed its checks and may be sent. */
export interface Outgoing {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: CallOptions;
  readonly descriptor: MethodDescriptor | undefined;
  /** The header plan of the tool that is called, when its definition was given. */
  readonly tool: HeaderPlan | undefined;
  /** True for what sets a session up: when the session is lost over it, that is the end of it. */
  readonly setup?: boolean | undefined;
}

type Check = (name: string, value: unknown) => void;

const aFunction: Check = (name, value) => {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function`);
};
const anObject: Check = (name, value) => {
  if (!isObject(value)) throw new TypeError(`${name} must be an object`);
};
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["timeout", timeLimit],
  ["maxTotalTimeout", timeLimit],
  ["maxInputRounds", (name, value) => count(name, value, 0)],
  ["signal", checkSignal],
  ["meta", anObject],
  ["inputResponses", anObject],
  ["traceContext", (_name, value) => checkTraceContext(value as TraceContext)],
  ["onProgress", aFunction],
  ["onLog", aFunction],
  [
    "logLevel",
    (_name, value) => {
      if (!(LOG_LEVELS as readonly unknown[]).includes(value))
        throw new TypeError(`logLevel must be one of ${LOG_LEVELS.join(", ")}`);
    },
  ],
  [
    "requestState",
    (_name, value) => {
      if (typeof value !== "string") throw new TypeError("requestState must be a string");
    },
  ],
]);

/** No options at all. */
export const NO_OPTIONS: CallOptions = Object.freeze({});

/** Options that do not change what is asked, so that the answer may come from the cache. */
const NEUTRAL = new Set(["timeout", "signal", "bypassCache", "refresh"]);
const MAX_TOTAL = 600_000;

/**
 * Checks the options of a call before anything is sent.
 *
 * @throws TypeError naming the option that is wrong
 */
export function checkCallOptions(options: CallOptions, params: JsonObject): void {
  if (options === NO_OPTIONS) return;
  if (typeof options !== "object" || options === null)
    throw new TypeError("the options of a call must be an object");
  for (const name in options) {
    const value = options[name as keyof CallOptions];
    if (value !== undefined) CHECKS.get(name)?.(name, value);
  }
  if (
    wantsProgress(options) &&
    (hasKey(options.meta, META.progressToken) || hasKey(params["_meta"], META.progressToken))
  ) {
    throw new TypeError(
      "a progressToken next to onProgress or resetTimeoutOnProgress is set by the client itself",
    );
  }
}

/** Whether the options leave the question as it is, so that its answer may come from the cache. */
export function isNeutral(options: CallOptions): boolean {
  if (options === NO_OPTIONS) return true;
  return Object.entries(options).every(([name, value]) => value === undefined || NEUTRAL.has(name));
}

/** Whether the server is asked for progress: a timeout that is reset by it needs it, too. */
function wantsProgress(options: CallOptions): boolean {
  return options.onProgress !== undefined || options.resetTimeoutOnProgress === true;
}

/** The `_meta` entries the library controls, or undefined when there are none. */
export function fixedMeta(
  core: Core,
  id: number,
  options: CallOptions,
  params: JsonObject,
): JsonObject | undefined {
  if (options === NO_OPTIONS && core.logLevel === undefined) return undefined;
  const level = core.link.dialect.logging === "meta" ? logLevelOf(core, options, params) : undefined;
  const progress = wantsProgress(options);
  const trace = options.traceContext;
  if (level === undefined && !progress && trace === undefined) return undefined;
  return {
    ...(level === undefined ? {} : { [META.logLevel]: level }),
    ...(progress ? { [META.progressToken]: id } : {}),
    ...(trace === undefined ? {} : traceMeta(trace)),
  };
}

/**
 * The milliseconds a request may take at most, or undefined.
 *
 * @param timeout - the limit that progress resets; without one there is nothing to reset, and no default total
 */
export function totalLimit(options: CallOptions, timeout: number | undefined): number | undefined {
  const resets = options.resetTimeoutOnProgress === true && timeout !== undefined;
  const limit = options.maxTotalTimeout ?? (resets ? MAX_TOTAL : undefined);
  return limit === undefined ? undefined : timeLimit("maxTotalTimeout", limit);
}

/** The extension that owns a method: the one named in the options, or the installed one. */
export function ownerOf(core: Core, method: string, options: CallOptions): Extension | undefined {
  return options.extension ?? core.settings.extensions.owner(method);
}

function logLevelOf(core: Core, options: CallOptions, params: JsonObject): string | undefined {
  if (options.logLevel !== undefined) return options.logLevel;
  // What the caller wrote into `_meta` wins over a default of the client.
  if (hasKey(options.meta, META.logLevel) || hasKey(params["_meta"], META.logLevel)) return undefined;
  // Whoever installs a log callback wants to see logs; without a level a server must not send any.
  return core.logLevel ?? (options.onLog === undefined ? undefined : "info");
}

/** The `_meta` entries of a trace; fields that are not set stay out. */
export function traceMeta(trace: NonNullable<CallOptions["traceContext"]>): JsonObject {
  const { traceparent, tracestate, baggage } = trace;
  return {
    traceparent,
    ...(tracestate === undefined ? {} : { tracestate }),
    ...(baggage === undefined ? {} : { baggage }),
  };
}

function hasKey(meta: unknown, key: string): boolean {
  return isObject(meta) && Object.hasOwn(meta, key);
}
