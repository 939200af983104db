import { randomUUID } from "node:crypto";
import {
  type CacheScope,
  type Connection,
  type OpenContext,
  pipeConnection,
  type Transport,
} from "@snodo/protocol";
import { commandLabel } from "./command/label.ts";
import { reporter } from "./diagnostics.ts";
import { resolveOptions, type Settings, type StdioOptions } from "./options.ts";
import { ChildPipe } from "./pipe/child-pipe.ts";
import { endWithHost } from "./process/host-exit.ts";
import { PosixTree, type ProcessTree, WindowsTree } from "./process/process-tree.ts";
import { type RunningProcess, startProcess } from "./process/start.ts";

/**
 * A server in a child process, spoken to over its stdin and stdout. Each `open` starts a process of its own.
 *
 * `open` resolves once the process runs. It rejects with an `McpError` of reason `spawn_failed` when it cannot be
 * started, and with the signal's own reason when that is aborted; nothing of the process is left then. A connection
 * ends by itself with reason `process_exit`, or `connection_lost` when the server closed a pipe without exiting.
 *
 * spec: basic/transports, stdio.
 *
 * @param options - the command, its environment, and the limits
 * @returns a transport for `connect`; its label is the command line, clipped and without what looks like a secret
 * @throws TypeError when an option cannot be
 */
export function stdio(options: StdioOptions): Transport {
  const settings = resolveOptions(options);
  const label = commandLabel(settings.command, settings.args);
  return { kind: "stdio", label, open: (context) => open(settings, label, context) };
}

async function open(settings: Settings, label: string, context: OpenContext): Promise<Connection> {
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
