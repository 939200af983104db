/** Where a contestant finds the server. */
export type Target =
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "http"; readonly url: string };

/** What the answers of `tools/call` have in common whoever made them. */
export interface CallAnswer {
  readonly content: readonly { readonly text?: string }[];
}

/** A connected client, in the words of the rows. What a library cannot do is missing. */
export interface Peer {
  call(tool: string, args: object): Promise<CallAnswer>;
  /** A call whose progress notifications reach `onProgress`. */
  callWithProgress?(tool: string, args: object, onProgress: () => void): Promise<CallAnswer>;
  /** The whole list of tools. */
  tools(): Promise<readonly unknown[]>;
  read(uri: string): Promise<unknown>;
  /** Opens a subscription and resolves once the server acknowledged it. */
  listen?(uri: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A server in this process: takes a message, gives its answer. */
export type Answerer = (message: object) => object | undefined;

/** One client under test. */
export interface Contestant {
  /**
   * @param target - the server
   * @param cached - keep results as long as the server allows; only asked of contestants with `caches`
   */
  connect(target: Target, cached?: boolean): Promise<Peer>;
  readonly caches?: boolean;
  /** A peer that reaches its server without a process or a socket. */
  direct?(answer: Answerer): Promise<Peer>;
}

/** The names of the contestants, the floor first. */
export const contestantNames = ["floor", "snodo", "official", "sdk-v1", "ai-sdk"] as const;

export type ContestantName = (typeof contestantNames)[number];

/** The packages behind the names, as a user installs them; the floor has none. */
export const packageOf: Readonly<Record<ContestantName, string | undefined>> = {
  floor: undefined,
  snodo: "snodo",
  official: "@modelcontextprotocol/client",
  "sdk-v1": "@modelcontextprotocol/sdk",
  "ai-sdk": "@ai-sdk/mcp",
};
