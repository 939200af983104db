import type { ConnectOptions } from "@snodo/client";
import type { HttpOptions } from "@snodo/http";
import type { ResponseCache } from "@snodo/protocol";
import type { StdioOptions } from "@snodo/stdio";

/** Options for any target. */
export interface SnodoOptions extends Omit<ConnectOptions, "cache"> {
  /** `true` shares one cache of this process (256 results, 16 MiB); or a cache of your own. Defaults to none. */
  readonly cache?: boolean | ResponseCache | undefined;
}

/** Options for a server on the network: the client's and those of `http`. */
export type UrlOptions = SnodoOptions & HttpOptions;

/** Options for a server in a child process: the client's and those of `stdio`. */
export type CommandOptions = SnodoOptions & Omit<StdioOptions, "command" | "args" | "env" | "cwd">;
