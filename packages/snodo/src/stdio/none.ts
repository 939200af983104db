import type { Transport } from "@snodo/protocol";
import type { StdioOptions } from "@snodo/stdio";

/**
 * A server in a child process: `stdio` of `@snodo/stdio`, where there are processes.
 *
 * @param options - the command and how to run it
 * @throws TypeError in browsers and workers, which cannot start one
 */
export function stdio(options: StdioOptions): Transport {
  throw new TypeError(
    `this runtime cannot start "${options.command}": a server in a child process needs Node, Bun or Deno`,
  );
}
