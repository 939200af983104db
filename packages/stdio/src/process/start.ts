import { transportError } from "@snodo/protocol";
import crossSpawn from "cross-spawn";
import type { Settings } from "../options.ts";
import { serverEnvironment } from "./environment.ts";
import type { ByteSink, ByteSource, SpawnedProcess, SpawnFunction } from "./spawned-process.ts";
import { startError } from "./start-error.ts";

/** A process that runs, with the pipes it must have. */
export interface RunningProcess {
  readonly child: SpawnedProcess;
  readonly pid: number;
  readonly stdin: ByteSink;
  readonly stdout: ByteSource;
  /** What started it. */
  readonly spawn: SpawnFunction;
}

/**
 * Starts the server. Whatever goes wrong with the process later on reaches `failed`, never the host.
 *
 * @param settings - how to start it
 * @param label - names it in errors
 * @param failed - takes errors of the process object after it was started
 * @throws McpError `spawn_failed`
 */
export async function startProcess(
  settings: Settings,
  label: string,
  failed: (error: Error) => void,
): Promise<RunningProcess> {
  const spawn = settings.spawn ?? crossSpawn;
  const windows = settings.platform === "win32";
  let child: SpawnedProcess;
  try {
    child = spawn(settings.command, settings.args, {
      stdio: ["pipe", "pipe", settings.stderr === "inherit" ? "inherit" : "pipe"],
      env: serverEnvironment(settings.env, settings.inheritEnv, process.env, settings.platform),
      cwd: settings.cwd,
      // A group of its own on POSIX. On Windows that would open a console window, and taskkill needs no group.
      detached: !windows,
      windowsHide: windows,
    });
  } catch (error) {
    throw startError(settings, label, error);
  }
  const { pid, stdin, stdout } = child;
  if (pid === undefined) throw startError(settings, label, await failure(child));
  child.on("error", failed);
  if (stdin !== null && stdout !== null) return { child, pid, stdin, stdout, spawn };
  child.kill();
  throw transportError(`could not talk to ${label}: the process has no pipes for stdin and stdout`, {
    type: "spawn_failed",
    command: settings.command,
  });
}

function failure(child: SpawnedProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.on("error", resolve);
  });
}
