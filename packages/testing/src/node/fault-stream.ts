import { Transform } from "node:stream";
import { systemClock } from "@snodo/protocol";
import { type ByteAction, ByteFaults } from "../faults/byte-faults.ts";
import { pause } from "../faults/faulty-stream.ts";
import type { ByteFaultPlan } from "../faults/plan.ts";

/** Bytes on their way through faults, as a stream of Node. */
export interface NodeFaultStream {
  readonly stream: Transform;
  readonly trace: readonly string[];
}

/**
 * The faults of `faultyStream` for sockets and pipes. Pieces are written one by one, each in a turn of its own, so that
 * the other side reads them apart.
 *
 * @param plan - the faults
 * @param seed - makes them the same again
 * @param cut - breaks the connection
 */
export function faultStream(plan: ByteFaultPlan, seed: number, cut: () => void): NodeFaultStream {
  const faults = new ByteFaults(plan, seed);
  const stream: Transform = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      void carryOut(faults.write(chunk), stream, cut).then((goesOn) => {
        if (goesOn) done();
      });
    },
    flush(done) {
      void carryOut(faults.end(), stream, cut).then((goesOn) => {
        if (goesOn) done();
      });
    },
  });
  return { stream, trace: faults.trace };
}

/** Resolves with false when nothing may follow. */
async function carryOut(
  actions: readonly ByteAction[],
  stream: Transform,
  cut: () => void,
): Promise<boolean> {
  for (const action of actions) {
    if (action.type === "bytes") {
      stream.push(action.bytes);
      if (actions.length > 1) await new Promise((resolve) => setImmediate(resolve));
    } else if (action.type === "wait") await pause(systemClock, action.milliseconds);
    else {
      if (action.type === "cut") cut();
      return false;
    }
  }
  return true;
}
