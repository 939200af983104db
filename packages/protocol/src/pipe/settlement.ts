import type { Settler } from "../ports/transport.ts";
import type { JsonRpcResponse } from "../rpc/messages.ts";

/**
 * The end of one request, for a transport that implements `InFlight`: told to a settler, or through a promise that is
 * made only when somebody asks for it. An end nobody asked about is no unhandled rejection.
 */
export class Settlement {
  #settler: Settler | undefined;
  #promise: Promise<JsonRpcResponse> | undefined;
  #response: JsonRpcResponse | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Resolves with the answer or rejects with the failure. */
  get response(): Promise<JsonRpcResponse> {
    this.#promise ??= new Promise((answered, failed) => this.settle({ answered, failed }));
    return this.#promise;
  }

  /** Hands the end to a settler, at once when it is there already. The last settler given is the one that hears. */
  settle(settler: Settler): void {
    if (this.#response !== undefined) settler.answered(this.#response);
    else if (this.#failure !== undefined) settler.failed(this.#failure.error);
    else this.#settler = settler;
  }

  /** The answer is in. The caller sees to it that a request ends once. */
  answer(response: JsonRpcResponse): void {
    this.#response = response;
    this.#settler?.answered(response);
  }

  /** There will be no answer. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#settler?.failed(error);
  }
}
