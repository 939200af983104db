export { responseCache } from "@snodo/cache";
export {
  type CallOptions,
  type Client,
  type Closed,
  type ConnectOptions,
  type Extension,
  fillDefaults,
  type InputContext,
  type InputHandlers,
  type InterceptedRequest,
  type Interceptor,
  type ListenOptions,
  type Page,
  type RejectedItem,
  type Session,
  type StandardSchema,
  Subscription,
  type SubscriptionEnd,
  type SubscriptionEvent,
  type ToolCallOptions,
  VERSION,
} from "@snodo/client";
export { type HttpOptions, http, legacySse } from "@snodo/http";
export {
  type CallToolResult,
  type ClientCapabilities,
  type ContentBlock,
  type CreateMessageResult,
  type Diagnostic,
  type Diagnostics,
  type ElicitResult,
  ErrorCode,
  type FormElicitation,
  type GetPromptResult,
  type Implementation,
  type InputRequiredResult,
  isMcpError,
  type ListRootsResult,
  type LogLevel,
  type LogMessage,
  McpError,
  type Progress,
  type Prompt,
  type ReadResourceResult,
  type Reason,
  type Resource,
  type ResourceTemplate,
  type Revision,
  type Runtime,
  type ServerCapabilities,
  type SubscriptionFilter,
  type TokenProvider,
  type Tool,
  type Transport,
  type UrlElicitation,
} from "@snodo/protocol";
export type { StdioOptions } from "@snodo/stdio";
export { stdio } from "#stdio";
export { connect } from "./connect.ts";
export { direct } from "./direct.ts";
export type { CommandOptions, SnodoOptions, UrlOptions } from "./options.ts";
export type { CommandTarget, Target, UrlTarget } from "./target.ts";
