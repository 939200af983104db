import {
  classify,
  describe,
  ErrorCode,
  type Exchange,
  type InFlight,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  messageOf,
  notJson,
  type Runtime,
  type Settler,
} from "@snodo/protocol";
import { DirectContext, type DirectSession } from "./contexts.ts";
import { jsonCopy } from "./json-copy.ts";

type Outcome = { readonly response: JsonRpcResponse } | { readonly error: unknown };

/** One request under way in a runtime. */
export class DirectCall implements InFlight {
  readonly request: JsonRpcRequest;
  readonly #context: DirectContext;
  readonly #label: string;
  #outcome: Outcome | undefined;
  #settler: Settler | undefined;
  #response: Promise<JsonRpcResponse> | undefined;

  constructor(request: JsonRpcRequest, exchange: Exchange, session: DirectSession, label: string) {
    this.request = request;
    this.#context = new DirectContext(session, exchange);
    this.#label = label;
  }

  get response(): Promise<JsonRpcResponse> {
    this.#response ??= new Promise((answered, failed) => this.settle({ answered, failed }));
    return this.#response;
  }

  settle(settler: Settler): void {
    this.#settler = settler;
    if (this.#outcome !== undefined) this.#tell(settler, this.#outcome);
  }

  cancel(reason: string): void {
    this.#context.abort(reason);
  }

  /** Ends the call from this side, whatever the runtime does. */
  fail(error: unknown): void {
    this.#finish({ error });
  }

  /** Has the runtime answer. Never rejects. */
  async run(runtime: Runtime): Promise<void> {
    let sent: JsonRpcRequest;
    try {
      // Before the runtime is called: a value that is no JSON is the caller's mistake, not the server's.
      sent = jsonCopy(this.request);
    } catch (error) {
      this.fail(notJson(this.request, error));
      return;
    }
    try {
      const answer: unknown = jsonCopy(await runtime.dispatch(sent, this.#context));
      this.#finish(this.#read(answer));
    } catch (error) {
      const { id } = this.request;
      const failure = { code: ErrorCode.InternalError, message: messageOf(error) };
      this.#finish({ response: { jsonrpc: "2.0", id, error: failure } });
    }
  }

  #read(answer: unknown): Outcome {
    const { request } = this;
    const seen = classify(answer);
    if (seen.kind === "failure") return { response: { ...seen.message, id: request.id } };
    if (seen.kind === "result" && seen.message.id === request.id) return { response: seen.message };
    const problem = seen.kind === "invalid" ? seen.problem : "it answers another request";
    const text = `${describe(request)} on ${this.#label} failed: the server's answer is invalid: ${problem}`;
    const error = new McpError(text, {
      kind: "protocol",
      code: ErrorCode.InvalidRequest,
      reason: { type: "invalid_message", problem },
      sent: "yes",
    });
    return { error };
  }

  #finish(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    // What the runtime still sends for this request goes nowhere.
    this.#context.end();
    if (this.#settler !== undefined) this.#tell(this.#settler, outcome);
  }

  #tell(settler: Settler, outcome: Outcome): void {
    if ("response" in outcome) settler.answered(outcome.response);
    else settler.failed(outcome.error);
  }
}
