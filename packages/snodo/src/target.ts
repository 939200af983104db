import type { Transport } from "@snodo/protocol";

/** A server in a child process: the shape of an entry in the `mcpServers` files people have. */
export interface CommandTarget {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
}

/** A server on the network, in the same shape. */
export interface UrlTarget {
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Everything that names a server. */
export type Target = string | URL | CommandTarget | UrlTarget | Transport;

/** What a target turned out to be. */
export type NamedTarget =
  | { readonly kind: "http"; readonly url: string | URL; readonly headers: UrlTarget["headers"] }
  | { readonly kind: "stdio"; readonly command: CommandTarget }
  | { readonly kind: "transport"; readonly transport: Transport };

/**
 * Tells what a target is.
 *
 * @param target - what the caller gave
 * @throws TypeError for anything that names no server, saying what does
 */
export function nameTarget(target: Target): NamedTarget {
  if (typeof target === "string" || target instanceof URL)
    return { kind: "http", url: checked(target), headers: undefined };
  if (typeof target === "object" && target !== null) {
    if ("open" in target && typeof target.open === "function")
      return { kind: "transport", transport: target };
    const named = ["command", "url"].filter((key) => Reflect.get(target, key) !== undefined);
    if (named.length === 2) throw new TypeError('a target has either "command" or "url", not both');
    if ("command" in target && typeof target.command === "string") return { kind: "stdio", command: target };
    if ("url" in target && target.url !== undefined)
      return { kind: "http", url: checked(target.url), headers: target.headers };
  }
  throw new TypeError("connect needs a URL, { command, args }, { url, headers } or a Transport");
}

function checked(url: string | URL): string | URL {
  const text = String(url);
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return url;
  throw new TypeError(`"${text.slice(0, 80)}" is no http(s) URL; for a command pass { command, args }`);
}
