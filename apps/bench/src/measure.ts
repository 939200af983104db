/** What a number of operations took. */
export interface Measured {
  /** CPU of this process for one operation, in microseconds: user and system, with its collector and compiler. */
  readonly cpu: number;
  /** Time on the wall for one operation, in microseconds. */
  readonly wall: number;
}

/**
 * Runs an operation `count` times, `lanes` at once.
 *
 * @param operation - one operation; what it resolves with is not looked at
 */
export async function perOperation(
  count: number,
  lanes: number,
  operation: () => Promise<unknown>,
): Promise<Measured> {
  // No collection is forced here: V8 takes it as the moment to forget code, and every row would measure the compiler.
  for (let warm = Math.min(20, count); warm > 0; warm--) await operation();
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await operation();
    }
  };
  const cpu = process.cpuUsage();
  const wall = performance.now();
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
  const used = process.cpuUsage(cpu);
  return {
    cpu: (used.user + used.system) / count,
    wall: ((performance.now() - wall) * 1_000) / count,
  };
}

/** Collects garbage, where Node was started with `--expose-gc`. */
function collect(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Bytes that this process holds on its heap and beside it, after a collection. */
export function heldBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
