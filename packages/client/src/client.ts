import type {
  CallToolResult,
  ClientMethod,
  ClientMethods,
  CompleteParams,
  CompleteResult,
  DiscoverResult,
  EmptyResult,
  GetPromptResult,
  InputRequiredResult,
  InputResponses,
  JsonObject,
  LogLevel,
  Prompt,
  ReadResourceResult,
  Reason,
  Resource,
  ResourceTemplate,
  SubscriptionFilter,
  Tool,
} from "@snodo/protocol";
import type { Session } from "./connection/session.ts";
import type { AnswerInputOptions } from "./input/answer-input.ts";
import type { ToolCallOptions, ToolResult } from "./methods/call-tool.ts";
import type { ListKind } from "./methods/items.ts";
import type { Page } from "./methods/list.ts";
import type { CallOptions } from "./options.ts";
import type { ListenOptions } from "./subscriptions/options.ts";
import type { Subscription } from "./subscriptions/subscription.ts";

/** The entries of each list. */
export interface ListItems {
  readonly tools: Tool;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplate;
  readonly prompts: Prompt;
}

/** Adds the `input_required` result where the options ask for it. */
export type OrInput<Result, Options> =
  | Result
  | (Options extends { readonly answerInput: false } ? InputRequiredResult : never);

/** Why a connection ended. `reason.type` is `closed` when the application asked for it. */
export interface Closed {
  readonly reason: Reason;
  /** One line for people. */
  readonly message: string;
}

/**
 * A connection to one MCP server. Calls may run at the same time; each settles once.
 *
 * Every method rejects with `TypeError` for a misuse before anything is sent, with `McpError` for a failure, and with
 * the signal's own reason when it is aborted.
 */
export interface Client {
  /** How errors name the server: its command, or its URL without credentials and query. */
  readonly label: string;
  /** What was negotiated, and what the server said about itself. */
  readonly session: Session;
  /** Resolves when the connection ends, with why. Never rejects. */
  readonly closed: Promise<Closed>;

  /**
   * Asks what the server is and offers. Spec: 2026-07-28 server/discover.
   *
   * @throws McpError -32601 in the initialize era: there it is all in `session`
   */
  discover(options?: CallOptions): Promise<DiscoverResult>;

  /**
   * Lists every tool, following `nextCursor` to the end. A tool that cannot be used is left out with a warning.
   *
   * @throws McpError -32000, reason `repeated_cursor` or `max_pages`
   */
  listTools(options?: CallOptions): Promise<readonly Tool[]>;
  /** Lists every direct resource; as {@link listTools}. */
  listResources(options?: CallOptions): Promise<readonly Resource[]>;
  /** Lists every resource template; as {@link listTools}. */
  listResourceTemplates(options?: CallOptions): Promise<readonly ResourceTemplate[]>;
  /** Lists every prompt; as {@link listTools}. */
  listPrompts(options?: CallOptions): Promise<readonly Prompt[]>;

  /**
   * Requests one page of a list.
   *
   * @param kind - `tools`, `resources`, `resourceTemplates` or `prompts`
   * @param cursor - the previous page's `nextCursor`; undefined for the first page
   */
  listPage<Kind extends ListKind>(
    kind: Kind,
    cursor?: string,
    options?: CallOptions,
  ): Promise<Page<ListItems[Kind]>>;

  /**
   * Calls a tool. A result with `isError: true` resolves: the tool ran and reports its own failure.
   *
   * Over HTTP, arguments annotated with `x-mcp-header` travel as headers, too. That takes the tool's definition: pass
   * it, or list the tools first; else a tool that needs them is looked up after a -32020 and called once more.
   *
   * @param tool - its name, or its definition from `listTools`
   * @param args - its arguments
   * @throws McpError reason `outcome_unknown` when the connection was lost after the call was sent
   */
  callTool<const Options extends ToolCallOptions = ToolCallOptions>(
    tool: string | Tool,
    args?: JsonObject,
    options?: Options,
  ): Promise<ToolResult<Options>>;

  /**
   * Checks a tool result that did not come out of `callTool`, such as the result of a task, as `callTool` would.
   *
   * @param tool - the tool's name, or its definition; by name, its `outputSchema` is the one last listed
   * @param result - complete; one that reports an error passes unchecked
   * @returns the result, with `structuredContent` as `output` gives it back
   * @throws McpError reason `output_mismatch` or `output_schema`, carrying the result
   */
  checkResult<const Options extends Pick<ToolCallOptions, "output" | "checkOutput">>(
    tool: string | Tool,
    result: CallToolResult,
    options?: Options,
  ): Promise<ToolResult<Options>>;

  /** Reads a resource by its exact URI. Spec: server/resources. */
  readResource<const Options extends CallOptions = CallOptions>(
    uri: string,
    options?: Options,
  ): Promise<OrInput<ReadResourceResult, Options>>;

  /** Gets a rendered prompt. Spec: server/prompts. */
  getPrompt<const Options extends CallOptions = CallOptions>(
    name: string,
    args?: { readonly [name: string]: string },
    options?: Options,
  ): Promise<OrInput<GetPromptResult, Options>>;

  /** Completes an argument of a prompt or a variable of a resource template. Spec: server/utilities/completion. */
  complete(params: CompleteParams, options?: CallOptions): Promise<CompleteResult>;

  /** Asks an initialize-era server whether it is alive; a 2026-07-28 server answers -32601. */
  ping(options?: CallOptions): Promise<EmptyResult>;

  /**
   * Asks for log messages from a level on: before 2026-07-28 with `logging/setLevel`, since then with each later call.
   *
   * @throws TypeError for a level that does not exist; McpError when an initialize-era server refuses
   */
  setLogLevel(level: LogLevel): Promise<void>;

  /**
   * Sends any request. Methods the revision does not let a client send are refused with -32601 before anything is
   * sent; methods unknown to 2026-07-28 go out as they are, for extensions.
   *
   * @throws TypeError for `subscriptions/listen`: `listen` opens that
   */
  request<Method extends ClientMethod, const Options extends CallOptions = CallOptions>(
    method: Method,
    params?: ClientMethods[Method]["params"],
    options?: Options,
  ): Promise<OrInput<ClientMethods[Method]["result"], Options>>;
  request<Method extends string>(
    method: Method extends ClientMethod ? never : Method,
    params?: JsonObject,
    options?: CallOptions,
  ): Promise<JsonObject>;

  /**
   * Answers what a server asks for with the installed input handlers and sends nothing: for flows other than the rounds
   * of a call, which are answered by themselves. All questions are checked before the first handler runs.
   *
   * @param result - carries the questions, by id, in `inputRequests`
   * @returns the answers by the ids of the questions
   * @throws McpError reason `input_required` without handlers, `no_input_handler`, `malformed_input_request` or
   *   `input_handler`, each carrying `result`; reason `closed` once the client is closed
   */
  answerInput(
    result: { readonly inputRequests?: unknown },
    options?: AnswerInputOptions,
  ): Promise<InputResponses>;

  /**
   * Sends a notification, such as `notifications/roots/list_changed`.
   *
   * @throws McpError -32601 for one the revision does not let a client send; -32000 when the transport sends none
   */
  notify(method: string, params?: JsonObject): Promise<void>;

  /**
   * Subscribes to changes, in either era. Resolves once the server has agreed.
   *
   * @param filter - what to deliver
   * @throws McpError for a refusal (-32601, -32602), a stream that ends unacknowledged (-32000), no acknowledgement in
   *   time (-32001); TypeError on a transport that cannot keep a response open
   */
  listen(filter: SubscriptionFilter, options?: ListenOptions): Promise<Subscription>;

  /**
   * Closes the connection: every call settles, handlers are aborted, the session is ended, then the transport. Takes
   * at most some seconds. Idempotent; never rejects. Subscriptions over HTTP and in process stay open.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
