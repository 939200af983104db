import type { Connection, OpenContext, Transport } from "@snodo/protocol";
import { commandLabel } from "./command/label.ts";
import { resolveOptions, type StdioOptions } from "./options.ts";

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
  const open = async (context: OpenContext): Promise<Connection> => {
    context.signal?.throwIfAborted();
    // Most programs that can start servers start none at once: what that takes is loaded with the first one.
    const { openProcess } = await import("./open.ts");
    return openProcess(settings, label, context);
  };
  return { kind: "stdio", label, open };
}
