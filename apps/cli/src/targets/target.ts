/** A server on the network. */
export interface UrlTarget {
  readonly kind: "url";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Speaks HTTP+SSE (2024-11-05), as its configuration says. */
  readonly sse: boolean;
}

/** A server in a child process. */
export interface CommandTarget {
  readonly kind: "command";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Typed on this command line: it gets the environment any command typed here gets. */
  readonly typed: boolean;
}

/** A server that can be connected to. */
export type Target = UrlTarget | CommandTarget;
