import { type Clock, type JsonRpcRequest, systemClock, type Transport } from "@snodo/protocol";
import { Breakable } from "./breakable.ts";
import { FaultyCall } from "./faulty-call.ts";
import type { FaultOptions, TransportFaultPlan } from "./plan.ts";
import { randomOf } from "./random.ts";

/** A transport behind faults. */
export interface FaultyTransport extends Transport {
  /** What was done, by request, in the order of the requests. */
  readonly trace: readonly string[];
}

/** What a faulty transport may be told. */
export interface FaultyTransportOptions extends FaultOptions {
  /** Measures delays. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
  /** Which requests are concerned; all by default. */
  readonly only?: ((request: JsonRpcRequest) => boolean) | undefined;
}

/**
 * Puts faults between a client and a transport. What happens to the n-th request depends on the seed and on n alone,
 * so a run that went wrong can be had again.
 *
 * @param transport - the transport that does the work
 * @param plan - the faults and how often they happen
 * @param options - seed, clock, and which requests are concerned
 */
export function faultyTransport(
  transport: Transport,
  plan: TransportFaultPlan,
  options: FaultyTransportOptions = {},
): FaultyTransport {
  const { seed = 1, clock = systemClock, only } = options;
  const traces: string[][] = [];
  return {
    kind: transport.kind,
    label: transport.label,
    ...(transport.revisions === undefined ? {} : { revisions: transport.revisions }),
    ...(transport.untimed === undefined ? {} : { untimed: transport.untimed }),
    get trace() {
      return traces.flatMap((steps, index) => steps.map((step) => `${index}: ${step}`));
    },
    async open(context) {
      const broken = new Breakable(context, transport.label);
      const inner = await transport.open(broken.context);
      return broken.wrap(inner, (request, exchange) => {
        if (only?.(request) === false) return inner.send(request, exchange);
        const trace: string[] = [];
        const random = randomOf(seed, traces.push(trace) - 1);
        return new FaultyCall({ request, exchange, plan, random, clock, trace, inner, broken }).begin();
      });
    },
  };
}
