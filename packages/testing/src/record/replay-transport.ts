import {
  type Connection,
  describe,
  ErrorCode,
  type Exchange,
  type InFlight,
  isObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  META,
  type OpenContext,
  own,
  type Transport,
  transportError,
} from "@snodo/protocol";
import { replayError } from "./recorded-error.ts";
import { type RedactOptions, redactor } from "./redact.ts";
import { replayKey } from "./replay-key.ts";
import type { Recording, WireEntry } from "./wire-log.ts";

/** A recorded call: the request, and what came for it in order. */
interface RecordedCall {
  readonly request: JsonObject;
  readonly events: WireEntry[];
}

/**
 * Plays a recording back as a server: each request gets what the same request got then. Requests are matched by method
 * and params, not by order; one that was made several times gets its answers in turn, the last one again and again.
 *
 * @param recording - from a `recordTransport`, as it is or through JSON
 * @param options - the `secrets` and `keys` of the recording, when it had any, so that requests still match
 * @returns a transport; a request that was never recorded rejects with an `McpError` of kind `protocol`
 */
export function replayTransport(recording: Recording, options: RedactOptions = {}): Transport {
  const clean = redactor(options);
  const label = `the recording of ${recording.label}`;
  const calls = index(recording, clean);
  return {
    kind: recording.kind,
    label,
    async open(context) {
      context.signal?.throwIfAborted();
      return new Replay(calls, clean, context, label);
    },
  };
}

function index(
  { entries }: Recording,
  clean: (value: unknown) => unknown,
): ReadonlyMap<string, RecordedCall[]> {
  const byNumber = new Map<number, RecordedCall>();
  const byKey = new Map<string, RecordedCall[]>();
  let latest: RecordedCall | undefined;
  for (const entry of entries) {
    if (entry.type === "request" && isObject(entry.message)) {
      latest = { request: entry.message, events: [] };
      byNumber.set(entry.call, latest);
      const key = replayKey(entry.message, clean);
      byKey.set(key, [...(byKey.get(key) ?? []), latest]);
    } else if ("call" in entry && entry.call !== undefined) byNumber.get(entry.call)?.events.push(entry);
    // What belonged to no request comes again with the request before it.
    else if (entry.type === "notification" || entry.type === "server_request") latest?.events.push(entry);
  }
  return byKey;
}

class Replay implements Connection {
  readonly streaming = true;
  readonly #calls: ReadonlyMap<string, RecordedCall[]>;
  readonly #clean: (value: unknown) => unknown;
  readonly #context: OpenContext;
  readonly #label: string;
  readonly #turns = new Map<string, number>();
  readonly #open = new Map<(error: McpError) => void, JsonRpcRequest>();
  #closed = false;

  constructor(
    calls: ReadonlyMap<string, RecordedCall[]>,
    clean: (value: unknown) => unknown,
    context: OpenContext,
    label: string,
  ) {
    this.#calls = calls;
    this.#clean = clean;
    this.#context = context;
    this.#label = label;
  }

  send(request: JsonRpcRequest, exchange: Exchange): InFlight {
    let givenUp = false;
    const response = new Promise<JsonRpcResponse>((resolve, reject) => {
      if (this.#closed) {
        reject(this.#gone(request, "no"));
        return;
      }
      const recorded = this.#next(request);
      if (recorded === undefined) {
        reject(this.#unknown(request));
        return;
      }
      this.#open.set(reject, request);
      void this.#play(recorded, request, exchange, () => givenUp || this.#closed).then(
        (answer) => {
          if (answer === undefined) return;
          this.#open.delete(reject);
          resolve(answer);
        },
        (error: unknown) => {
          this.#open.delete(reject);
          reject(error);
        },
      );
    });
    return {
      response,
      cancel() {
        givenUp = true;
      },
    };
  }

  async notify(): Promise<void> {
    if (this.#closed) throw this.#gone(undefined, "no");
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const [reject, request] of this.#open) reject(this.#gone(request, "maybe"));
    this.#open.clear();
  }

  #next(request: JsonRpcRequest): RecordedCall | undefined {
    const key = replayKey(request as unknown as JsonObject, this.#clean);
    const recorded = this.#calls.get(key);
    const turn = this.#turns.get(key) ?? 0;
    this.#turns.set(key, turn + 1);
    return recorded?.[Math.min(turn, recorded.length - 1)];
  }

  /** Resolves with the answer; with undefined when none was recorded, and the call stays open. */
  async #play(
    { request: then, events }: RecordedCall,
    now: JsonRpcRequest,
    exchange: Exchange,
    stopped: () => boolean,
  ): Promise<JsonRpcResponse | undefined> {
    let answer: JsonRpcResponse | undefined;
    let failure: McpError | undefined;
    for (const event of events) {
      await Promise.resolve();
      if (stopped()) return undefined;
      if (event.type === "response") answer = { ...(event.message as JsonRpcResponse), id: now.id };
      else if (event.type === "failure") failure = replayError(event.error);
      else await this.#deliver(event, then, now, exchange);
    }
    if (failure !== undefined) throw failure;
    return answer === undefined ? undefined : (renumber(answer, then, now) as JsonRpcResponse);
  }

  async #deliver(event: WireEntry, then: JsonObject, now: JsonRpcRequest, exchange: Exchange): Promise<void> {
    const to = "call" in event && event.call !== undefined ? exchange : this.#context.inbound;
    if (event.type === "notification")
      to.notification(renumber(event.message, then, now) as JsonRpcNotification);
    if (event.type === "server_request") await to.request(event.message as JsonRpcRequest);
  }

  #unknown(request: JsonRpcRequest): McpError {
    const known = [...this.#calls.keys()].map((key) => key.split(" ", 1)[0]).join(", ");
    return new McpError(
      `${describe(request)} on ${this.#label} failed: no such request was recorded (recorded: ${known || "nothing"})`,
      { kind: "protocol", code: ErrorCode.InternalError, reason: { type: "other", name: "not_recorded" } },
    );
  }

  #gone(request: JsonRpcRequest | undefined, sent: "no" | "maybe"): McpError {
    const what = request === undefined ? "" : `${describe(request)} failed: `;
    return transportError(`${what}the connection to ${this.#label} is closed`, { type: "closed" }, { sent });
  }
}

/** Gives what was recorded the ids of now: the progress token, and the id a subscription goes by. */
function renumber(message: unknown, then: JsonObject, now: JsonRpcRequest): unknown {
  if (!isObject(message)) return message;
  const params = own(message, "params") ?? own(message, "result");
  if (!isObject(params)) return message;
  const token = own(metaOf(now.params), META.progressToken);
  const meta = metaOf(params);
  const changed: JsonObject = {
    ...params,
    ...(own(params, META.progressToken) !== undefined && token !== undefined ? { progressToken: token } : {}),
    ...(own(meta, META.subscriptionId) === own(then, "id") && own(then, "id") !== undefined
      ? { _meta: { ...meta, [META.subscriptionId]: now.id } }
      : {}),
  };
  return { ...message, [own(message, "params") === undefined ? "result" : "params"]: changed };
}

function metaOf(params: unknown): JsonObject {
  const meta = isObject(params) ? own(params, "_meta") : undefined;
  return isObject(meta) ? meta : {};
}
