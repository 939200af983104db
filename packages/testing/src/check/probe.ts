import {
  type Clock,
  type Connection,
  dialectOf,
  type Era,
  type Exchange,
  eraOf,
  isFailure,
  isObject,
  type JsonObject,
  type JsonRpcErrorObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  messageOf,
  type RequestId,
  type Revision,
  systemClock,
  withMeta,
} from "@snodo/protocol";
import type { CheckRun } from "./check-run.ts";
import { Examiner } from "./examiner.ts";

const TIMEOUT = 10_000;
const CLIENT: JsonObject = Object.freeze({ name: "snodo-check", version: "1.0.0" });

/** What became of a request. Exactly one of `result`, `error` and `failure` is set. */
export interface Answer {
  readonly result?: JsonObject | undefined;
  readonly error?: JsonRpcErrorObject | undefined;
  /** Why there is no answer. */
  readonly failure?: string | undefined;
  readonly notifications: readonly JsonRpcNotification[];
}

/** How a request is sent. */
export interface Asking {
  /** Replaces the `_meta` the revision asks for. */
  readonly meta?: JsonObject | undefined;
  /** Replaces the next number. */
  readonly id?: RequestId | undefined;
  /** Asks for progress. */
  readonly progress?: boolean | undefined;
  /** No finding when it is not answered. */
  readonly mayFail?: boolean | undefined;
  /** Replaces the timeout, in milliseconds. */
  readonly timeout?: number | undefined;
  /** What a finding is about, when the method does not say it. */
  readonly subject?: string | undefined;
}

/** A stream that was opened with `subscriptions/listen`. */
export interface Listening {
  readonly id: number;
  /** Resolves with the first message, or with why none came. */
  readonly first: Promise<JsonRpcNotification | string>;
  close(): void;
}

/** One connection to a server under check: every message that comes is judged on arrival. */
export class Probe {
  readonly revision: Revision;
  readonly era: Era;
  readonly examiner: Examiner;
  readonly run: CheckRun;
  readonly connection: Connection;
  lost = false;
  readonly #clock: Clock;
  #lastId = 0;

  private constructor(run: CheckRun, revision: Revision, connection: Connection, examiner: Examiner) {
    this.revision = revision;
    this.era = eraOf(revision);
    this.run = run;
    this.connection = connection;
    this.examiner = examiner;
    this.#clock = run.options.clock ?? systemClock;
  }

  /** Opens a connection; nothing is sent yet. */
  static async open(run: CheckRun, revision: Revision): Promise<Probe> {
    const clock = run.options.clock ?? systemClock;
    const examiner = new Examiner(revision, run.ledger, clock);
    let probe: Probe | undefined;
    const connection = await run.transport.open({
      clock,
      diagnostics: { report: (diagnostic) => examiner.diagnostic(diagnostic) },
      inbound: {
        notification: (message) => examiner.notification(message),
        request: async (message) => answerServer(examiner, message),
        closed: () => {
          if (probe !== undefined) probe.lost = true;
        },
      },
    });
    probe = new Probe(run, revision, connection, examiner);
    return probe;
  }

  get capabilities(): JsonObject {
    return this.examiner.capabilities;
  }

  /** Whether the server announced a feature. */
  announced(capability: string): boolean {
    return isObject(this.capabilities[capability]);
  }

  /** Sends a request and waits for its answer. Never rejects. */
  async request(method: string, params: JsonObject = {}, asking: Asking = {}): Promise<Answer> {
    const id = asking.id ?? this.#nextId();
    // Transports match progress by the id of its request.
    const token = asking.progress === true ? id : undefined;
    const request: JsonRpcRequest = {
      jsonrpc: "2.0",
      id,
      method,
      params: this.#params(params, asking.meta, token),
    };
    const notifications: JsonRpcNotification[] = [];
    const flight = this.connection.send(
      request,
      this.#exchange(method, token, (message) => notifications.push(message)),
    );
    const giveUp = (): void => {
      flight.cancel("the check gave up waiting");
      this.examiner.cancelled(token, asking.subject ?? method);
    };
    const outcome = await this.#within(flight.response, method, giveUp, asking.timeout);
    if (typeof outcome === "string") {
      if (asking.mayFail !== true) this.#unanswered(method, outcome);
      return { failure: outcome, notifications };
    }
    this.examiner.note("answers", true, () => ({ subject: method, problem: "" }));
    this.examiner.response(request, outcome);
    if (isFailure(outcome)) return { error: outcome.error, notifications };
    return { result: isObject(outcome.result) ? outcome.result : {}, notifications };
  }

  /** Sends a notification, where the revision has any. */
  async notify(method: string, params?: JsonObject): Promise<void> {
    const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) } as const;
    await this.connection.notify?.(message, { revision: this.revision });
  }

  /** Opens a subscription. */
  listen(notifications: JsonObject): Listening {
    const id = this.#nextId();
    const method = "subscriptions/listen";
    const params = this.#params({ notifications }, undefined, undefined);
    let begun = (_message: JsonRpcNotification | string): void => undefined;
    const first = new Promise<JsonRpcNotification | string>((resolve) => {
      begun = resolve;
    });
    const exchange = this.#exchange(method, undefined, (message) => begun(message));
    const flight = this.connection.send(
      { jsonrpc: "2.0", id, method, params },
      { ...exchange, routing: { revision: this.revision, stream: true } },
    );
    flight.response.then(
      (response) =>
        begun(isFailure(response) ? `error ${response.error.code} ${response.error.message}` : "its end"),
      (error: unknown) => begun(messageOf(error)),
    );
    return {
      id,
      first: this.#within(first, method, () => undefined),
      close: () => flight.cancel("the check has seen enough"),
    };
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #params(
    params: JsonObject,
    meta: JsonObject | undefined,
    token: RequestId | undefined,
  ): JsonObject | undefined {
    if (meta !== undefined) return { ...params, _meta: meta };
    const base = dialectOf(this.revision).baseMeta({ clientInfo: CLIENT, capabilities: {} });
    const fixed = token === undefined ? undefined : { [META.progressToken]: token };
    const given = Object.keys(params).length === 0 ? undefined : params;
    return withMeta(given, { base, fixed });
  }

  #exchange(
    method: string,
    token: RequestId | undefined,
    seen: (message: JsonRpcNotification) => void,
  ): Exchange {
    return {
      routing: { revision: method === "initialize" ? undefined : this.revision },
      notification: (message) => {
        this.examiner.notification(message, { method, progressToken: token });
        seen(message);
      },
      request: async (message) => answerServer(this.examiner, message),
    };
  }

  #unanswered(method: string, why: string): void {
    this.examiner.note("answers", false, () => ({ subject: method, problem: why }));
  }

  /** What a promise resolves with, or in words why it does not. */
  async #within<T>(promise: Promise<T>, what: string, late: () => void, asked?: number): Promise<T | string> {
    const limit = asked ?? this.run.options.timeout ?? TIMEOUT;
    let timer: unknown;
    const timeout = new Promise<string>((resolve) => {
      timer = this.#clock.setTimeout(() => {
        late();
        resolve(`${what} was not answered within ${limit / 1000} s`);
      }, limit);
    });
    try {
      return await Promise.race([promise, timeout]);
    } catch (error) {
      return messageOf(error);
    } finally {
      this.#clock.clearTimeout(timer);
    }
  }
}

function answerServer(examiner: Examiner, message: JsonRpcRequest): JsonRpcResponse | undefined {
  examiner.request(message);
  const { id, method } = message;
  if (eraOf(examiner.revision) === "stateless") return undefined;
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  return { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } };
}
