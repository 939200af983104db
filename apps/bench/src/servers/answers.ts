// What every contestant is asked and gets: prepared results, so that a server costs next to nothing.

/** A message of a client, as far as it is looked at. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
}

interface Params {
  readonly name?: string;
  readonly uri?: string;
  readonly protocolVersion?: string;
  readonly arguments?: {
    readonly text?: string;
    readonly bytes?: number;
    readonly count?: number;
    /** What the servers of the gateway profile do instead of answering. */
    readonly fault?: string;
  };
  readonly notifications?: object;
  readonly _meta?: { readonly progressToken?: string | number };
}

/** An answer, what comes before it, and whether the response stays open instead. */
export interface Answer {
  readonly body: object;
  /** Progress notifications to send first. */
  readonly progress?: { readonly count: number; readonly token: string | number };
  /** The acknowledgement of a subscription: sent instead of `body`, and nothing follows. */
  readonly acknowledgement?: object;
}

const STATELESS = "2026-07-28";
const complete = { resultType: "complete" };
const uncached = { ttlMs: 0, cacheScope: "private" };

const tools = Array.from({ length: 500 }, (_, index) => ({
  name: index === 0 ? "echo" : `report_${index}`,
  title: `Report ${index}`,
  description:
    `Builds report ${index} from the rows that match, newest first, and returns it as text. `.repeat(2),
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string", description: "words the rows must contain", minLength: 1 },
      limit: { type: "integer", minimum: 1, maximum: 500, default: 20 },
      where: {
        type: "object",
        properties: {
          region: { type: "string", enum: ["north", "south", "east"] },
          since: { type: "string" },
        },
      },
    },
    required: ["text"],
  },
}));

const texts = new Map<number, string>();

function textOf(bytes: number): string {
  let text = texts.get(bytes);
  if (text === undefined) {
    text = "All work and no play makes a dull benchmark. ".repeat(Math.ceil(bytes / 45)).slice(0, bytes);
    texts.set(bytes, text);
  }
  return text;
}

function callResult({ name, arguments: args }: Params): object {
  const text = name === "big" ? textOf(args?.bytes ?? 0) : String(args?.text ?? "done");
  return { ...complete, content: [{ type: "text", text }] };
}

function resultOf(method: string | undefined, params: Params): object | undefined {
  switch (method) {
    case "server/discover":
      return {
        ...complete,
        ...uncached,
        supportedVersions: [STATELESS],
        capabilities: { tools: {}, resources: { subscribe: true } },
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "bench", version: "1.0.0" } },
      };
    case "initialize":
      return {
        protocolVersion: params.protocolVersion === STATELESS ? "2025-11-25" : params.protocolVersion,
        capabilities: { tools: {}, resources: { subscribe: true } },
        serverInfo: { name: "bench", version: "1.0.0" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { ...complete, ...uncached, tools };
    case "tools/call":
      return callResult(params);
    case "resources/read":
      return {
        ...complete,
        ttlMs: 3_600_000,
        cacheScope: "public",
        contents: [{ uri: params.uri, mimeType: "text/plain", text: textOf(1_000) }],
      };
    default:
      return undefined;
  }
}

/** The answer to a message; undefined for one that has none. */
export function answerTo(message: Message): Answer | undefined {
  const { id, method, params = {} } = message;
  if (id === undefined || method === undefined) return undefined;
  if (method === "subscriptions/listen") {
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    const acknowledgement = {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: params.notifications ?? {}, _meta },
    };
    return { body: {}, acknowledgement };
  }
  const result = resultOf(method, params);
  if (result === undefined)
    return { body: { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } } };
  const body = { jsonrpc: "2.0", id, result };
  const token = params._meta?.progressToken;
  if (params.name !== "progress" || token === undefined) return { body };
  return { body, progress: { count: params.arguments?.count ?? 0, token } };
}

/** One progress notification of a call. */
export function progressOf(token: string | number, progress: number, total: number): object {
  return {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: token, progress, total },
  };
}
