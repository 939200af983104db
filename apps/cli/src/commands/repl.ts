import type { ServerCommand } from "../invocation.ts";
import { type Commands, runRepl } from "../repl/repl.ts";

/**
 * `snodo repl`: one connection, a command a line.
 *
 * @param commands - what lines may hold
 */
export function replOf(commands: Commands): ServerCommand {
  return (call) => runRepl(call, commands);
}
