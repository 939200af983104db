import { readdirSync } from "node:fs";
import { bytesInUse } from "../campaign/heap.ts";

/** What a process holds on to. */
export interface Held {
  /** Heap and external memory, in bytes. */
  readonly bytes: number;
  /** Open files, sockets and pipes; 0 where the platform does not tell. */
  readonly descriptors: number;
  /** What would keep the process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>;
}

/** What was let go of may take a moment to be gone: looked at until it is the same twice, or so many times. */
const LOOKS = 40;
const PAUSE = 25;

/** Measures what this process holds on to, once that has come to rest. */
export async function held(): Promise<Held> {
  let last = "";
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise<void>((resolve) => setTimeout(resolve, PAUSE));
    const now = JSON.stringify([descriptors(), resources()]);
    if (now === last) break;
    last = now;
  }
  return { bytes: await bytesInUse(), descriptors: descriptors(), resources: resources() };
}

function descriptors(): number {
  if (process.platform !== "linux") return 0;
  return readdirSync("/proc/self/fd").length;
}

function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // The pause in `held` is none of the library's.
    if (kind !== "Timeout" && kind !== "Immediate") counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
