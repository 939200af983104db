import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells about a process. */
export interface ProcessStat {
  /** `Z` and `X` are dead ones that nobody has collected. */
  readonly state: string;
  readonly group: number;
  /** With the pid it names one process for good; pids alone are used again. */
  readonly startTime: string;
}

/**
 * Reads what Linux knows about a process.
 *
 * @param pid - its id
 * @returns undefined when there is none, or on other systems
 */
export function processStat(pid: number): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything, so fields are counted from its end: state, ppid, pgrp, …
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  const startTime = fields[19];
  if (state === undefined || group === undefined || startTime === undefined) return undefined;
  return { state, group: Number(group), startTime };
}

/**
 * The children of a process, whatever group or session they are in.
 *
 * @param pid - the parent
 */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

/**
 * Says whether a process group has a member that is not dead. Reads the whole process table: ask `kill` first.
 *
 * @param group - the id of the group
 * @returns undefined when this is no Linux, so that it cannot be known
 */
export function groupHasLiving(group: number): boolean | undefined {
  const pids = list("/proc").filter((name) => /^\d+$/u.test(name));
  if (pids.length === 0) return undefined;
  return pids.some((pid) => {
    const stat = processStat(Number(pid));
    return stat !== undefined && stat.group === group && isLiving(stat);
  });
}

/** Says whether a process still runs. */
export function isLiving(stat: ProcessStat): boolean {
  return stat.state !== "Z" && stat.state !== "X";
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // Processes come and go while they are looked at, and other systems have no such files.
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
