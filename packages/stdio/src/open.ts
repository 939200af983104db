import { randomUUID } from "node:crypto";
import { type CacheScope, type Connection, type OpenContext, pipeConnection } from "@snodo/protocol";
import { reporter } from "./diagnostics.ts";
import type { Settings } from "./options.ts";
import { ChildPipe } from "./pipe/child-pipe.ts";
import { endWithHost } from "./process/host-exit.ts";
import { PosixTree, type ProcessTree, WindowsTree } from "./process/process-tree.ts";
import { type RunningProcess, startProcess } from "./process/start.ts";

/**
 * Starts a server and connects to it; as `Transport.open`.
 *
 * @param settings - how to start it
 * @param label - names it in errors
 * @param context - what `Transport.open` was given
 * @throws McpError `spawn_failed`; the signal's reason when it is aborted
 */
export async function openProcess(
  settings: Settings,
  label: string,
  context: OpenContext,
): Promise<Connection> {
  const { signal, diagnostics } = context;
  signal?.throwIfAborted();
  let pipe: ChildPipe | undefined;
  const running = await startProcess(settings, label, (error) => pipe?.processFailed(error));
  const tree = treeOf(running, settings);
  const gone = endWithHost(tree);
  pipe = new ChildPipe(running, {
    settings,
    context,
    label,
    report: reporter(diagnostics, label),
    tree,
    gone,
  });
  const connection = pipeConnection(pipe, context, label);
  pipe.deliverTo(connection);
  if (signal?.aborted === true) {
    await pipe.abandon();
    signal.throwIfAborted();
  }
  return Object.assign(connection, { cacheScope: scopeOfProcess() });
}

function treeOf({ child, pid, spawn }: RunningProcess, { platform }: Settings): ProcessTree {
  return platform === "win32" ? new WindowsTree(child, pid, spawn) : new PosixTree(pid);
}

/** What one process answered says nothing about another one, even of the same command. */
function scopeOfProcess(): CacheScope {
  const endpoint = `stdio:${randomUUID()}`;
  return { endpoint, credentials: () => "" };
}
