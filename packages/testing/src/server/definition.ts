import type {
  CallToolResult,
  CompleteParams,
  CompleteResult,
  GetPromptResult,
  Implementation,
  InputRequiredResult,
  JsonObject,
  JsonRpcRequest,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Revision,
  ServerCapabilities,
  Tool,
} from "@snodo/protocol";
import type { CallContext } from "./call-context.ts";

type Awaitable<T> = T | Promise<T>;

/** What a tool may return: a text, a whole result, or nothing. */
export type ToolOutcome = string | CallToolResult | InputRequiredResult | JsonObject | undefined;

/** Runs a tool. An error it throws becomes an `isError` result, an `RpcFault` a JSON-RPC error. */
export type ToolHandler = (args: JsonObject, context: CallContext) => Awaitable<ToolOutcome>;

/** A tool as listed, and what it does. */
export interface TestTool extends Omit<Tool, "name" | "inputSchema"> {
  /** Defaults to `{ type: "object" }`. */
  readonly inputSchema?: JsonObject | undefined;
  /** Milliseconds to wait before the handler runs. */
  readonly delay?: number | undefined;
  /** Defaults to a tool that answers an empty result. */
  readonly handler?: ToolHandler | undefined;
}

/** What reading a resource may return. */
export type ResourceOutcome = string | ReadResourceResult | InputRequiredResult;

/** A resource as listed, and what reading it gives. */
export interface TestResource extends Omit<Resource, "uri" | "name"> {
  /** Defaults to the URI. */
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  /** Base64. */
  readonly blob?: string | undefined;
  readonly read?: ((uri: string, context: CallContext) => Awaitable<ResourceOutcome>) | undefined;
}

/** A family of resources: `{name}` matches one path segment, `{+name}` any text. */
export interface TestResourceTemplate extends Omit<ResourceTemplate, "uriTemplate" | "name"> {
  readonly name?: string | undefined;
  readonly read?:
    | ((
        uri: string,
        variables: ReadonlyMap<string, string>,
        context: CallContext,
      ) => Awaitable<ResourceOutcome>)
    | undefined;
}

/** Renders a prompt; a text becomes one user message. */
export type PromptHandler = (
  args: JsonObject,
  context: CallContext,
) => Awaitable<string | GetPromptResult | InputRequiredResult>;

/** A prompt as listed, and how it is rendered. */
export interface TestPrompt extends Omit<Prompt, "name"> {
  readonly get?: PromptHandler | undefined;
}

/** Completes an argument: the values, of which the first 100 are sent, or the whole completion. */
export type CompletionHandler = (
  params: CompleteParams,
  context: CallContext,
) => Awaitable<readonly string[] | CompleteResult["completion"]>;

/** Answers a whole method its own way: what it returns is the result as it goes out. */
export type MethodHandler = (params: JsonObject, context: CallContext) => Awaitable<unknown>;

/** How long results may be reused (2026-07-28). */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** The server to play. Every part is optional; a part that is given is announced as a capability. */
export interface TestServerDefinition {
  /** Defaults to `{ name: "test-server", version: "1.0.0" }`. */
  readonly serverInfo?: Implementation | undefined;
  readonly instructions?: string | undefined;
  /** Defaults to all five. */
  readonly revisions?: readonly Revision[] | undefined;
  /** Replaces the capabilities that follow from the other parts. */
  readonly capabilities?: ServerCapabilities | undefined;
  readonly tools?: Readonly<Record<string, TestTool | ToolHandler>> | undefined;
  readonly resources?: Readonly<Record<string, TestResource | string>> | undefined;
  readonly resourceTemplates?: Readonly<Record<string, TestResourceTemplate>> | undefined;
  readonly prompts?: Readonly<Record<string, TestPrompt | PromptHandler>> | undefined;
  readonly completions?: CompletionHandler | undefined;
  /** Methods answered another way, core ones or those of an extension. */
  readonly methods?: Readonly<Record<string, MethodHandler>> | undefined;
  /** Items a page of a list holds; everything unless set. */
  readonly pageSize?: number | undefined;
  /** The cache pair of every cacheable result, or by method. Defaults to 0 and `private`. */
  readonly cache?: CacheHint | Readonly<Record<string, CacheHint>> | undefined;
  /** Milliseconds to wait before each answer. */
  readonly delay?: number | ((request: JsonRpcRequest) => number) | undefined;
  /** Throws, an `RpcFault` for instance, to fail a request before any handler sees it. */
  readonly fail?: ((request: JsonRpcRequest) => void) | undefined;
}
