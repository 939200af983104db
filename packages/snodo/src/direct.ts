import { type Client, direct as directClient } from "@snodo/client";
import type { Runtime } from "@snodo/protocol";
import type { SnodoOptions } from "./options.ts";
import { cacheOf } from "./shared-cache.ts";

/**
 * Connects to a server in this process: no socket and no child in between, and no time limit unless one is given.
 *
 * @param runtime - the server
 * @param options - the client's options, and `auth` for the server's handlers
 * @throws TypeError for a wrong option; McpError -32602 when the runtime enables no allowed revision
 */
export async function direct(
  runtime: Runtime,
  options: SnodoOptions & { readonly auth?: unknown } = {},
): Promise<Client> {
  const { cache, ...rest } = options;
  return await directClient(runtime, { ...rest, cache: cacheOf(cache) });
}
