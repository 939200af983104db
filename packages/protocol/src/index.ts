export type { MethodDescriptor } from "./catalog/descriptor.ts";
export { type Catalog, catalogOf, findMethod } from "./catalog/lookup.ts";
export {
  type Cancellation,
  type ClientIdentity,
  type Dialect,
  type MetaParts,
  type ResultVerdict,
  withMeta,
} from "./dialects/dialect.ts";
export { cancellationOf, dialectOf } from "./dialects/select.ts";
export {
  type ErrorKind,
  isMcpError,
  McpError,
  type McpErrorInit,
  serverError,
  transportError,
} from "./errors/mcp-error.ts";
export type {
  Authorization,
  AuthorizationProblem,
  InputProblem,
  ProcessExit,
  Reason,
  ReasonType,
  Sent,
  SkillProblem,
  TaskProblem,
} from "./errors/reasons.ts";
export { describe, MAX_QUOTED, messageOf, notJson, publicUrl, quote } from "./errors/text.ts";
export {
  type HeaderAnnotations,
  type HeaderParam,
  type HeaderPlan,
  readHeaderAnnotations,
} from "./headers/annotations.ts";
export { decodeHeaderValue, encodeHeaderValue } from "./headers/encode.ts";
export { argumentHeaders, type HeaderList, mirrorHeaders, versionHeaders } from "./headers/policy.ts";
export { isObject, type JsonObject, type JsonValue, own } from "./json.ts";
export { META } from "./meta/keys.ts";
export { checkTraceContext, type TraceContext } from "./meta/trace-context.ts";
export { pipeConnection } from "./pipe/correlator.ts";
export type { MessagePipe, PipeConnection } from "./pipe/message-pipe.ts";
export { Settlement } from "./pipe/settlement.ts";
export type { CacheStore, StoreAnswer, StoreEntry, StoreWatcher } from "./ports/cache-store.ts";
export type { Clock, TimerHandle } from "./ports/clock.ts";
export type { Diagnostic, DiagnosticLevel, Diagnostics } from "./ports/diagnostics.ts";
export type { CompiledSchema, JsonSchemaValidator, SchemaIssue } from "./ports/json-schema-validator.ts";
export type {
  CacheClient,
  CacheLoad,
  CacheRequest,
  ConnectionCache,
  ResponseCache,
} from "./ports/response-cache.ts";
export type { Runtime, RuntimeContext, RuntimeSession } from "./ports/runtime.ts";
export type {
  AccessToken,
  AuthScheme,
  Challenge,
  RefusedRequest,
  TokenProvider,
  TokenRequest,
} from "./ports/token-provider.ts";
export type {
  CacheScope,
  Connection,
  Exchange,
  Inbound,
  InFlight,
  OpenContext,
  ResumedSession,
  Routing,
  Settler,
  Transport,
} from "./ports/transport.ts";
export {
  type Era,
  eraOf,
  isRevision,
  LATEST_REVISION,
  newestCommon,
  REVISIONS,
  type Revision,
} from "./revisions.ts";
export { type Classified, classify } from "./rpc/classify.ts";
export { ErrorCode } from "./rpc/codes.ts";
export { answeredId, sameId } from "./rpc/ids.ts";
export {
  isFailure,
  type JsonRpcErrorObject,
  type JsonRpcFailure,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonRpcResult,
  type RequestId,
} from "./rpc/messages.ts";
export type { ClientCapabilities, ServerCapabilities } from "./shapes/capabilities.ts";
export type {
  Annotations,
  CacheHints,
  EmptyResult,
  Icon,
  Implementation,
  Meta,
  PageBase,
  ResultBase,
} from "./shapes/common.ts";
export type {
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
  TextResourceContents,
} from "./shapes/content.ts";
export type {
  ElicitResult,
  FormElicitation,
  FormField,
  FormSchema,
  UrlElicitation,
} from "./shapes/elicitation.ts";
export type { InputRequest, InputRequiredResult, InputResponses } from "./shapes/input-required.ts";
export type {
  ClientMethod,
  ClientMethods,
  DiscoverResult,
  InitializeResult,
  PageParams,
  ParamsBase,
} from "./shapes/methods.ts";
export {
  LOG_LEVELS,
  type LogLevel,
  type LogMessage,
  type Progress,
  type SubscriptionFilter,
} from "./shapes/notifications.ts";
export type {
  CompleteParams,
  CompleteResult,
  CompletionReference,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from "./shapes/prompt.ts";
export type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from "./shapes/resource.ts";
export type {
  CreateMessageParams,
  CreateMessageResult,
  ListRootsParams,
  ListRootsResult,
  Root,
  SamplingContent,
  SamplingMessage,
  ToolResultContent,
  ToolUseContent,
} from "./shapes/sampling.ts";
export type { CallToolResult, ListToolsResult, Tool, ToolAnnotations } from "./shapes/tool.ts";
export { Slots } from "./slots.ts";
export { systemClock } from "./time/system-clock.ts";
