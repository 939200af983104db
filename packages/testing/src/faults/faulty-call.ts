import {
  type Clock,
  type Connection,
  type Exchange,
  type InFlight,
  isFailure,
  isObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
} from "@snodo/protocol";
import { wrapExchange } from "../wrap/wrap-exchange.ts";
import type { Breakable } from "./breakable.ts";
import { pause } from "./faulty-stream.ts";
import type { TransportFaultPlan } from "./plan.ts";
import type { Random } from "./random.ts";

/** One request and what happens to it. */
export interface FaultyCallInit {
  readonly request: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly plan: TransportFaultPlan;
  readonly random: Random;
  readonly clock: Clock;
  readonly trace: string[];
  readonly inner: Connection;
  readonly broken: Breakable;
}

/** What was decided for a request before it is sent. */
type Fate = "refuse" | "lose" | "loseAnswer" | "stall" | "corrupt" | "cut" | undefined;

const FATES = ["refuse", "lose", "cut", "loseAnswer", "stall", "corrupt"] as const;
const DAMAGED: readonly unknown[] = [null, [], "damaged", 0, { content: "damaged", tools: 1 }];

/** Carries one request through its faults. */
export class FaultyCall {
  readonly #init: FaultyCallInit;
  readonly #fate: Fate;
  readonly #late: number;
  #flood: number;
  #swapped: JsonRpcNotification | undefined;
  #givenUp = false;

  constructor(init: FaultyCallInit) {
    this.#init = init;
    const { plan, random, trace } = init;
    const drawn = FATES.filter((fate) => random.chance(plan[fate]));
    this.#fate = drawn[0];
    if (this.#fate !== undefined) trace.push(this.#fate);
    this.#late =
      random.chance(plan.delay?.chance) && plan.delay !== undefined
        ? random.between(plan.delay.min, plan.delay.max)
        : 0;
    if (this.#late > 0) trace.push(`delay ${this.#late}`);
    this.#flood = random.chance(plan.flood?.chance) ? (plan.flood?.count ?? 0) : 0;
    if (this.#flood > 0) trace.push(`flood ${this.#flood}`);
  }

  /** Sends it, if it is to be sent. */
  begin(): InFlight {
    const { request, inner, exchange, broken } = this.#init;
    if (this.#fate === "refuse") {
      return { response: Promise.reject(broken.error(request, "no")), cancel: () => undefined };
    }
    const flight =
      this.#fate === "lose"
        ? undefined
        : inner.send(
            request,
            wrapExchange(exchange, {
              notification: (message) => this.#notification(message),
              request: (message) => exchange.request(message),
            }),
          );
    const response = new Promise<JsonRpcResponse>((resolve, reject) => {
      const forget = broken.watch(request, reject);
      if (flight === undefined) return;
      flight.response
        .then((answer) => this.#answer(answer))
        .then(
          (answer) => {
            if (answer === undefined) return;
            forget();
            resolve(answer);
          },
          (error: unknown) => {
            forget();
            reject(error);
          },
        );
    });
    return {
      response,
      cancel: (reason) => {
        this.#givenUp = true;
        flight?.cancel(reason);
      },
    };
  }

  /** What becomes of the answer; undefined when it never comes. */
  async #answer(answer: JsonRpcResponse): Promise<JsonRpcResponse | undefined> {
    const { request, broken, clock, exchange } = this.#init;
    for (; this.#flood > 0; this.#flood -= 1) {
      exchange.notification({ jsonrpc: "2.0", method: "notifications/flood", params: { left: this.#flood } });
    }
    if (this.#swapped !== undefined) exchange.notification(this.#swapped);
    this.#swapped = undefined;
    if (this.#late > 0) await pause(clock, this.#late);
    if (this.#fate === "stall") return undefined;
    if (this.#fate === "loseAnswer") throw broken.error(request, "maybe");
    if (this.#fate === "cut") {
      broken.cut();
      return undefined;
    }
    return this.#fate === "corrupt" ? this.#damage(answer) : answer;
  }

  #notification(message: JsonRpcNotification): void {
    const { plan, random, trace, exchange } = this.#init;
    if (this.#givenUp) return;
    const drop = random.chance(plan.drop);
    const duplicate = random.chance(plan.duplicate);
    const reorder = random.chance(plan.reorder);
    if (drop) {
      trace.push("drop");
      return;
    }
    if (reorder && this.#swapped === undefined) {
      trace.push("reorder");
      this.#swapped = message;
      return;
    }
    exchange.notification(message);
    if (duplicate) {
      trace.push("duplicate");
      exchange.notification(message);
    }
    if (this.#swapped === undefined) return;
    exchange.notification(this.#swapped);
    this.#swapped = undefined;
  }

  #damage(answer: JsonRpcResponse): JsonRpcResponse {
    if (isFailure(answer)) return answer;
    const { random } = this.#init;
    const { result, id } = answer;
    const keys = isObject(result) ? Object.keys(result) : [];
    if (keys.length === 0 || random.chance(0.3)) {
      return { jsonrpc: "2.0", id, result: DAMAGED[random.between(0, DAMAGED.length - 1)] };
    }
    const key = keys[random.between(0, keys.length - 1)] as string;
    return {
      jsonrpc: "2.0",
      id,
      result: { ...(result as object), [key]: DAMAGED[random.between(0, DAMAGED.length - 1)] },
    };
  }
}
