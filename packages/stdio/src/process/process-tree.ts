import { childrenOf, groupHasLiving, isLiving, type ProcessStat, processStat } from "./proc-fs.ts";
import type { SpawnedProcess, SpawnFunction } from "./spawned-process.ts";

/** The server's process and everything it started. */
export interface ProcessTree {
  /** Looks who belongs to it. Called before anything is done that makes parents exit. */
  note(): void;
  /**
   * Asks all of it to end, or ends it by force.
   *
   * @returns false when the platform has no such means
   */
  end(how: "ask" | "force"): boolean;
  /** True when nothing of it runs, given that the direct child does not. */
  gone(): boolean;
}

/** Sends a signal; a negative pid names a group. As `process.kill`. */
export type Kill = (pid: number, signal: string | number) => unknown;

/**
 * The tree on POSIX: the group that the child leads and, on Linux, also descendants that left it for another.
 */
export class PosixTree implements ProcessTree {
  readonly #pid: number;
  readonly #kill: Kill;
  /** Who was seen so far, with the start times that tell them from later users of their pids. Empty beside Linux. */
  readonly #noted = new Map<number, string>();
  #groupGone = false;

  /**
   * @param pid - the child, which leads a group
   * @param kill - defaults to `process.kill`
   */
  constructor(pid: number, kill: Kill = (id, signal) => process.kill(id, signal)) {
    this.#pid = pid;
    this.#kill = kill;
    const stat = processStat(pid);
    if (stat !== undefined) this.#noted.set(pid, stat.startTime);
  }

  note(): void {
    const open = [...this.#noted.keys()];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (this.#stat(parent) === undefined) continue;
      for (const child of childrenOf(parent)) {
        const stat = processStat(child);
        if (stat === undefined || this.#noted.get(child) === stat.startTime) continue;
        this.#noted.set(child, stat.startTime);
        open.push(child);
      }
    }
  }

  end(how: "ask" | "force"): boolean {
    const signal = how === "ask" ? "SIGTERM" : "SIGKILL";
    this.note();
    const reached = this.#groupGone || this.#send(-this.#pid, signal);
    // A process that was started otherwise leads no group. Below it is found by its start time, elsewhere by its pid.
    if (!reached && this.#noted.size === 0) this.#send(this.#pid, signal);
    for (const pid of this.#noted.keys()) {
      const stat = this.#stat(pid);
      if (stat !== undefined && stat.group !== this.#pid) this.#send(pid, signal);
    }
    return true;
  }

  gone(): boolean {
    // Once gone it stays so: the id of an empty group may be given to others.
    this.#groupGone ||= !this.#send(-this.#pid, 0) || groupHasLiving(this.#pid) === false;
    return this.#groupGone && ![...this.#noted.keys()].some((pid) => this.#stat(pid) !== undefined);
  }

  /** The noted process, unless it is dead. */
  #stat(pid: number): ProcessStat | undefined {
    const stat = processStat(pid);
    return stat !== undefined && isLiving(stat) && stat.startTime === this.#noted.get(pid) ? stat : undefined;
  }

  #send(pid: number, signal: string | number): boolean {
    try {
      this.#kill(pid, signal);
      return true;
    } catch (error) {
      // EPERM: it runs, under another user.
      return error instanceof Error && "code" in error && error.code === "EPERM";
    }
  }
}

/** The tree on Windows, which `taskkill` finds by its parents. */
export class WindowsTree implements ProcessTree {
  readonly #child: SpawnedProcess;
  readonly #pid: number;
  readonly #spawn: SpawnFunction;

  constructor(child: SpawnedProcess, pid: number, spawn: SpawnFunction) {
    this.#child = child;
    this.#pid = pid;
    this.#spawn = spawn;
  }

  note(): void {
    // taskkill looks for itself.
  }

  end(how: "ask" | "force"): boolean {
    // Console programs cannot be asked from outside.
    if (how === "ask") return false;
    const directly = (): void => {
      this.#child.kill();
    };
    try {
      const request = { stdio: "ignore", detached: false, windowsHide: true } as const;
      this.#spawn("taskkill", ["/pid", String(this.#pid), "/T", "/F"], request).on("error", directly);
    } catch {
      directly();
    }
    return true;
  }

  gone(): boolean {
    return true;
  }
}
