import {
  type Clock,
  type Era,
  ErrorCode,
  eraOf,
  type JsonObject,
  type JsonRpcRequest,
  type JsonRpcResponse,
  LOG_LEVELS,
  type LogLevel,
  META,
  own,
  type Revision,
  type RuntimeContext,
  type RuntimeSession,
} from "@snodo/protocol";
import { metaOf } from "./admit.ts";
import type { ClientState } from "./client-state.ts";
import { RpcFault } from "./fault.ts";
import { type InputAnswers, type InputQuestions, Rounds } from "./rounds.ts";

/** What a handler of a test server is given with one request. */
export interface CallContext {
  readonly request: JsonRpcRequest;
  readonly revision: Revision;
  readonly era: Era;
  /** The request's `_meta`. */
  readonly meta: JsonObject;
  /** What the client declared: with this request, or with `initialize`. */
  readonly clientCapabilities: JsonObject;
  readonly auth: unknown;
  readonly session: RuntimeSession;
  /** Aborted when the client gives the request up. */
  readonly signal: AbortSignal;
  /** Reports progress; says nothing when the client asked for none. */
  progress(progress: number, total?: number, message?: string): void;
  /** Logs, when the client asked for this level. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Sends any notification on this request. */
  notify(method: string, params?: JsonObject): void;
  /** Sends any request to the client on this request, whatever it declared. */
  ask(method: string, params?: JsonObject): Promise<JsonRpcResponse>;
  /**
   * Asks the client for input: as a round of this call on 2026-07-28, as requests before. On 2026-07-28 the handler is
   * run again from its start, so it must ask the same questions in the same order and let what `input` throws pass.
   *
   * @param questions - by id; `{}` asks for nothing but a retry
   */
  input(questions: InputQuestions): Promise<InputAnswers>;
  /** Waits; rejects with the signal's reason when the client gives up. */
  delay(milliseconds: number): Promise<void>;
}

/**
 * Builds the context of one request.
 *
 * @param request - as it arrived
 * @param revision - what it is written in
 * @param client - what the server knows of the client
 * @param context - what the runtime was given
 * @param clock - measures `delay`
 */
export function callContext(
  request: JsonRpcRequest,
  revision: Revision,
  client: ClientState,
  context: RuntimeContext,
  clock: Clock,
): CallContext {
  const era = eraOf(revision);
  const meta = metaOf(request);
  const capabilities =
    era === "stateless" ? (own(meta, META.clientCapabilities) as JsonObject) : client.capabilities;
  const level = era === "stateless" ? requestedLevel(meta) : (client.logLevel ?? "debug");
  const token = own(meta, META.progressToken);
  const rounds = new Rounds({ request, revision, capabilities, context });
  const notify = (method: string, params?: JsonObject): void =>
    context.notify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
  return {
    request,
    revision,
    era,
    meta,
    clientCapabilities: capabilities,
    auth: context.auth,
    session: context.session,
    signal: context.signal,
    progress(progress, total, message) {
      if (token === undefined) return;
      notify("notifications/progress", { progressToken: token, progress, ...given({ total, message }) });
    },
    log(severity, data, logger) {
      if (level === undefined || LOG_LEVELS.indexOf(severity) < LOG_LEVELS.indexOf(level)) return;
      notify("notifications/message", { level: severity, data, ...given({ logger }) });
    },
    notify,
    ask: (method, params) => context.request(method, params),
    input: (questions) => rounds.input(questions),
    delay: (milliseconds) => wait(clock, milliseconds, context.signal),
  };
}

/**
 * Waits on a clock.
 *
 * @param clock - measures the time
 * @param milliseconds - how long
 * @param signal - ends the wait, which then rejects with its reason
 */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", abort, { once: true });
  });
}

function requestedLevel(meta: JsonObject): LogLevel | undefined {
  const level = own(meta, META.logLevel);
  if (level === undefined) return undefined;
  if (!LOG_LEVELS.includes(level as LogLevel)) {
    throw new RpcFault(ErrorCode.InvalidParams, `${META.logLevel} is not a log level`);
  }
  return level as LogLevel;
}

function given(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
