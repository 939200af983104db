import { type Clock, systemClock } from "@snodo/protocol";
import { type ByteAction, ByteFaults } from "./byte-faults.ts";
import type { ByteFaultPlan, FaultOptions } from "./plan.ts";

/** Bytes on their way through faults. */
export interface FaultyStream extends TransformStream<Uint8Array, Uint8Array> {
  /** What was done, the same for the same seed and the same bytes. */
  readonly trace: readonly string[];
}

/** What a faulty stream may be told. */
export interface FaultyStreamOptions extends FaultOptions {
  /** Measures delays. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * Makes a transform stream that does to bytes what a bad network, a bad proxy or a bad pipe does.
 *
 * @param plan - the faults
 * @param options - seed and clock
 */
export function faultyStream(plan: ByteFaultPlan, options: FaultyStreamOptions = {}): FaultyStream {
  const { seed = 1, clock = systemClock } = options;
  const faults = new ByteFaults(plan, seed);
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => carryOut(faults.write(chunk), controller, clock),
    flush: (controller) => carryOut(faults.end(), controller, clock),
  });
  return Object.assign(stream, { trace: faults.trace });
}

async function carryOut(
  actions: readonly ByteAction[],
  controller: TransformStreamDefaultController<Uint8Array>,
  clock: Clock,
): Promise<void> {
  for (const action of actions) {
    if (action.type === "bytes") controller.enqueue(action.bytes);
    else if (action.type === "wait") await pause(clock, action.milliseconds);
    else if (action.type === "cut") {
      controller.error(new TypeError("the connection was cut"));
      return;
    } else await new Promise<never>(() => undefined);
  }
}

/** Waits on a clock. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.setTimeout(resolve, milliseconds));
}
