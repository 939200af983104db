import {
  type Clock,
  catalogOf,
  type Diagnostic,
  ErrorCode,
  eraOf,
  isFailure,
  isObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  own,
  type RequestId,
  type Revision,
  systemClock,
} from "@snodo/protocol";
import { wireProblems } from "../wire/issues.ts";
import { type WireSchemas, wireSchemas } from "../wire/wire-schemas.ts";
import type { Ledger, Observation } from "./ledger.ts";
import type { RuleName } from "./rules.ts";

/** What a request asked for, so that what comes for it can be judged. */
export interface Asked {
  readonly method: string;
  readonly progressToken?: string | number | undefined;
}

/** Diagnostics of transports that mean the server wrote something it must not. */
const STRAY = new Set([
  "stdout_noise",
  "stdout_invalid_utf8",
  "invalid_message",
  "unexpected_answer",
  "error_without_id",
]);
const LIST_CHANGED: ReadonlyMap<string, string> = new Map([
  ["notifications/tools/list_changed", "tools"],
  ["notifications/prompts/list_changed", "prompts"],
  ["notifications/resources/list_changed", "resources"],
]);
const SUBSCRIPTION_EVENTS = new Set([
  ...LIST_CHANGED.keys(),
  "notifications/resources/updated",
  "notifications/subscriptions/acknowledged",
]);

/** Milliseconds in which a server may not have read a cancellation yet. */
const GRACE = 1000;

/** Judges every message of a server in one revision. */
export class Examiner {
  readonly revision: Revision;
  /** What the server announced; empty until it did. */
  capabilities: JsonObject = {};
  readonly #ledger: Ledger;
  readonly #schemas: WireSchemas;
  readonly #clock: Clock;
  readonly #progress = new Map<unknown, number>();
  readonly #cancelled = new Map<unknown, { readonly subject: string; readonly at: number }>();

  constructor(revision: Revision, ledger: Ledger, clock: Clock = systemClock) {
    this.revision = revision;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#schemas = wireSchemas(revision);
  }

  /** Notes whether a rule holds. */
  note(rule: RuleName, holds: boolean, seen: () => Observation): void {
    this.#ledger.note(rule, this.revision, holds ? undefined : seen());
  }

  /** Remembers that a request was given up, so that what still comes for it can be judged. */
  cancelled(progressToken: RequestId | undefined, subject: string): void {
    if (progressToken !== undefined) this.#cancelled.set(progressToken, { subject, at: this.#clock.now() });
  }

  /** Judges an answer. */
  response(request: JsonRpcRequest, response: JsonRpcResponse): void {
    const { method } = request;
    this.note("answer-id", response.id === request.id, () => ({
      subject: method,
      problem: `the request had the id ${JSON.stringify(request.id)}, its answer ${JSON.stringify(response.id)}`,
      evidence: response,
    }));
    if (isFailure(response)) this.#error(method, response.error);
    else this.#result(method, response.result);
  }

  /** Judges a notification; `asked` is the request it came for, if any. */
  notification(message: JsonRpcNotification, asked?: Asked): void {
    const { method } = message;
    this.note("notification-known", catalogOf(this.revision).serverNotifications.has(method), () => ({
      subject: method,
      problem: "this revision does not define it",
      evidence: message,
    }));
    const schema = this.#schemas.notifications.get(method);
    if (schema !== undefined)
      this.#shape("notification-shape", method, wireProblems(schema, message.params, "params"), message);
    if (method === "notifications/progress") this.#progressed(message, asked);
    if (method === "notifications/message" && eraOf(this.revision) === "stateless") {
      this.note("log-asked", false, () => ({
        subject: asked?.method ?? method,
        problem: "a log message came for a request that asked for none",
        evidence: message,
      }));
    }
    if (SUBSCRIPTION_EVENTS.has(method)) this.#change(message);
  }

  /** Judges a request of the server to a client that declared nothing. */
  request(message: JsonRpcRequest): void {
    const allowed = message.method === "ping" && eraOf(this.revision) === "initialize";
    this.note("server-request", allowed, () => ({
      subject: message.method,
      problem:
        eraOf(this.revision) === "stateless"
          ? "the server sent a request; this revision has none"
          : "the client declared no capability for it",
      evidence: message,
    }));
  }

  /** Judges what a transport reported. */
  diagnostic({ code, message }: Diagnostic): void {
    if (!STRAY.has(code)) return;
    this.note("stray-message", false, () => ({ subject: code, problem: message }));
  }

  #result(method: string, result: unknown): void {
    const input = isObject(result) && own(result, "resultType") === "input_required";
    const schema =
      (input && catalogOf(this.revision).clientRequests.get(method)?.mayAskInput === true
        ? this.#schemas.inputRequired
        : undefined) ?? this.#schemas.results.get(method);
    if (schema !== undefined)
      this.#shape("result-shape", method, wireProblems(schema, result, "result"), result);
    if (eraOf(this.revision) === "initialize" || !isObject(result)) return;
    const meta = own(result, "_meta");
    this.note("server-identity", isObject(meta) && own(meta, META.serverInfo) !== undefined, () => ({
      subject: "every result",
      problem: `a result has no ${META.serverInfo} in its _meta`,
      evidence: result,
    }));
  }

  #error(method: string, error: { readonly code: number }): void {
    this.#shape("error-shape", method, wireProblems(this.#schemas.error, error, "error"), error);
    if (eraOf(this.revision) === "initialize") return;
    const gone = error.code === ErrorCode.ResourceNotFound || error.code === ErrorCode.UrlElicitationRequired;
    this.note("error-code", !gone, () => ({
      subject: method,
      problem: `${error.code} is a code of earlier revisions`,
      evidence: error,
    }));
  }

  #shape(rule: RuleName, subject: string, problems: readonly string[], evidence: unknown): void {
    if (problems.length === 0) this.note(rule, true, () => ({ subject, problem: "" }));
    for (const problem of problems) this.note(rule, false, () => ({ subject, problem, evidence }));
  }

  #progressed(message: JsonRpcNotification, asked: Asked | undefined): void {
    const params = message.params ?? {};
    const token = own(params, "progressToken");
    const cancelled = this.#cancelled.get(token);
    if (cancelled !== undefined) {
      // What was on its way when the cancellation was sent is nobody's fault.
      this.note("cancel-obeyed", this.#clock.now() - cancelled.at < GRACE, () => ({
        subject: cancelled.subject,
        problem: "it goes on to report progress though it was cancelled",
        evidence: message,
      }));
      return;
    }
    this.note("progress-asked", asked?.progressToken !== undefined && token === asked.progressToken, () => ({
      subject: asked?.method ?? "no request",
      problem: `progress came under the token ${JSON.stringify(token)}, which no request in flight has`,
      evidence: message,
    }));
    const progress = own(params, "progress");
    const before = this.#progress.get(token);
    if (typeof progress !== "number") return;
    this.#progress.set(token, progress);
    this.note("progress-grows", before === undefined || progress > before, () => ({
      subject: asked?.method ?? "no request",
      problem: `progress went from ${before} to ${progress}`,
      evidence: message,
    }));
  }

  #change(message: JsonRpcNotification): void {
    const capability = LIST_CHANGED.get(message.method);
    if (capability === undefined) return;
    const announced = own(this.capabilities, capability);
    this.note(
      "list-changed-announced",
      isObject(announced) && own(announced, "listChanged") === true,
      () => ({
        subject: message.method,
        problem: `${capability}.listChanged was not announced`,
        evidence: message,
      }),
    );
  }
}
