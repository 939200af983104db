import { type Client, connect as connectTransport } from "@snodo/client";
import { http } from "@snodo/http";
import type { Transport } from "@snodo/protocol";
import type { StdioOptions } from "@snodo/stdio";
import { stdio } from "#stdio";
import type { CommandOptions, SnodoOptions, UrlOptions } from "./options.ts";
import { cacheOf } from "./shared-cache.ts";
import { splitOptions } from "./split-options.ts";
import { type CommandTarget, nameTarget, type Target, type UrlTarget } from "./target.ts";

/**
 * Connects to a server and settles the protocol version.
 *
 * @param target - a URL (Streamable HTTP), `{ command, args?, env?, cwd? }` (a child process on stdio),
 *   `{ url, headers? }`, or any `Transport`
 * @param options - the client's options, and those of the transport the target needs
 * @returns the connected client
 * @throws TypeError for a target or option that cannot be; else as `connect` of `@snodo/client`
 */
export async function connect(target: string | URL | UrlTarget, options?: UrlOptions): Promise<Client>;
export async function connect(target: CommandTarget, options?: CommandOptions): Promise<Client>;
export async function connect(target: Transport, options?: SnodoOptions): Promise<Client>;
export async function connect(target: Target, options?: SnodoOptions): Promise<Client>;
export async function connect(target: Target, options: SnodoOptions = {}): Promise<Client> {
  const named = nameTarget(target);
  const { client, transport } = splitOptions(options);
  return await connectTransport(transportOf(named, transport), { ...client, cache: cacheOf(options.cache) });
}

function transportOf(
  named: ReturnType<typeof nameTarget>,
  options: { readonly [name: string]: unknown },
): Transport {
  switch (named.kind) {
    case "http":
      return http(named.url, named.headers === undefined ? options : { headers: named.headers, ...options });
    case "stdio":
      // An entry of a config file has keys of other programs, too.
      return stdio({ ...options, ...only(named.command) } as StdioOptions);
    case "transport": {
      const [extra] = Object.keys(options);
      if (extra !== undefined)
        throw new TypeError(`the option ${extra} has no effect on a Transport: give it to the transport`);
      return named.transport;
    }
  }
}

function only({ command, args, env, cwd }: CommandTarget): CommandTarget {
  return { command, args, env, cwd };
}
