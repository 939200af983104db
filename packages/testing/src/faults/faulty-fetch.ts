import { type FaultyStreamOptions, faultyStream } from "./faulty-stream.ts";
import type { ByteFaultPlan } from "./plan.ts";
import { randomOf } from "./random.ts";

/** What goes wrong with HTTP exchanges, besides their bytes. */
export interface FetchFaultPlan extends ByteFaultPlan {
  /** How often the request never arrives: the fetch rejects as for a refused connection. */
  readonly refuse?: number | undefined;
  /** How often the server did the work, and the fetch rejects instead of giving the response. */
  readonly loseAnswer?: number | undefined;
  /** How often another response comes instead, before the server sees the request. */
  readonly replace?: { readonly chance: number; readonly response: () => Response } | undefined;
  /** Which exchanges are concerned; all by default. */
  readonly only?: ((request: Request) => boolean) | undefined;
}

/** A web-standard handler behind faults. */
export interface FaultyFetch {
  (request: Request): Promise<Response>;
  /** What was done, by exchange. */
  readonly trace: readonly string[];
}

/**
 * Puts faults between a client and a handler. What happens to the n-th request depends on the seed and on n alone.
 *
 * @param handler - any `Request → Response` function
 * @param plan - the faults of exchanges and of response bodies
 * @param options - seed and clock
 */
export function faultyFetch(
  handler: (request: Request) => Response | Promise<Response>,
  plan: FetchFaultPlan,
  options: FaultyStreamOptions = {},
): FaultyFetch {
  const { seed = 1 } = options;
  const trace: string[] = [];
  let count = 0;
  const exchange = async (request: Request): Promise<Response> => {
    if (plan.only?.(request) === false) return handler(request);
    const index = count;
    count += 1;
    const random = randomOf(seed, index);
    const note = (what: string): number => trace.push(`${index}: ${what}`);
    const refused = random.chance(plan.refuse);
    const replaced = random.chance(plan.replace?.chance);
    const lost = random.chance(plan.loseAnswer);
    if (refused) {
      note("refuse");
      throw new TypeError("fetch failed", { cause: new Error("the connection was refused") });
    }
    if (replaced && plan.replace !== undefined) {
      note("replace");
      return plan.replace.response();
    }
    const response = await handler(request);
    if (lost) {
      note("lose the answer");
      await response.body?.cancel();
      throw new TypeError("fetch failed", { cause: new Error("the connection was reset") });
    }
    if (response.body === null) return response;
    const faults = faultyStream(plan, { ...options, seed: random.between(0, 2 ** 31) });
    const body = response.body.pipeThrough(faults);
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return Object.assign(exchange, { trace });
}
