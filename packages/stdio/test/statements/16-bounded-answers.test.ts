// Statement 16 (stdio part): an answer over a configurable limit costs bounded memory.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

const MiB = 1024 * 1024;

test("a line of 256 MiB is never held: the limit bounds the memory while it arrives", async () => {
  const { request, diagnostics } = await open(puppet({ maxLineBytes: MiB }));
  await request("echo");
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  let done = false;
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    if (!done) setImmediate(look);
  };
  look();
  await request("long", { bytes: 256 * MiB, pieces: 256 });
  done = true;
  expect(diagnostics).toHaveLength(1);
  // Chunks that were thrown away and not yet collected count too.
  expect(peak).toBeLessThan(160 * MiB);
});
