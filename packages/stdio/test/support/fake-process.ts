import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import type { SpawnedProcess } from "../../src/process/spawned-process.ts";

/** A child process that is none: the test writes its stdout and decides when it exits. */
export class FakeProcess extends EventEmitter implements SpawnedProcess {
  readonly pid: number | undefined;
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  kills = 0;

  /** @param pid - defaults to one that no process has */
  constructor(pid: number | undefined = 2 ** 30) {
    super();
    this.pid = pid;
  }

  kill(): boolean {
    this.kills += 1;
    return true;
  }

  unref(): void {
    // It holds nothing.
  }
}
