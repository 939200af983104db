/** Bytes that are in use once everything that can be collected was. */
export async function bytesInUse(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error("run this with --expose-gc");
  // What a collection frees lets finalizers run, which let go of more.
  for (let round = 0; round < 3; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
