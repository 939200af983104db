// The shapes of this package and those of the official schemas are assignable both ways, apart from what is listed.
import type * as core from "@modelcontextprotocol/core";
import type { z } from "zod";
import type * as ours from "../../src/index.ts";

declare const JSON_VALUE: unique symbol;
/** Stands for "any JSON value": theirs is a recursive union, ours is `unknown`. */
type Json = { readonly [JSON_VALUE]: true };
type Scalar = string | number | boolean | null;

/** Leaves out what is a matter of taste: `readonly`, and how "any JSON value" is spelled. */
type Plain<T> = [Scalar] extends [T]
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

type Official<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
type Both<Ours, Theirs> = [Plain<Ours>] extends [Plain<Theirs>]
  ? [Plain<Theirs>] extends [Plain<Ours>]
    ? true
    : "theirs is not assignable to ours"
  : "ours is not assignable to theirs";
type Same<Ours, Schema> = Both<Ours, Official<Schema>>;
type Like<Ours, Schema, Except extends PropertyKey> = Both<
  Omit<Known<Ours>, Except>,
  Omit<Known<Official<Schema>>, Except>
>;
/** The named keys: objects that take further keys have an index signature here or there. */
type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

declare function expectTrue<_Result extends true>(): void;

// Equal.
expectTrue<Same<ours.Annotations, typeof core.AnnotationsSchema>>();
expectTrue<Same<ours.Icon, typeof core.IconSchema>>();
expectTrue<Same<ours.Implementation, typeof core.ImplementationSchema>>();
expectTrue<Same<ours.TextContent, typeof core.TextContentSchema>>();
expectTrue<Same<ours.ImageContent, typeof core.ImageContentSchema>>();
expectTrue<Same<ours.AudioContent, typeof core.AudioContentSchema>>();
expectTrue<Same<ours.EmbeddedResource, typeof core.EmbeddedResourceSchema>>();
expectTrue<Same<ours.ResourceLink, typeof core.ResourceLinkSchema>>();
expectTrue<Same<ours.ContentBlock, typeof core.ContentBlockSchema>>();
expectTrue<Same<ours.TextResourceContents, typeof core.TextResourceContentsSchema>>();
expectTrue<Same<ours.BlobResourceContents, typeof core.BlobResourceContentsSchema>>();
expectTrue<Same<ours.Resource, typeof core.ResourceSchema>>();
expectTrue<Same<ours.ResourceTemplate, typeof core.ResourceTemplateSchema>>();
expectTrue<Same<ours.Prompt, typeof core.PromptSchema>>();
expectTrue<Same<ours.PromptArgument, typeof core.PromptArgumentSchema>>();
expectTrue<Same<ours.PromptMessage, typeof core.PromptMessageSchema>>();
expectTrue<Same<ours.ToolAnnotations, typeof core.ToolAnnotationsSchema>>();
expectTrue<Same<ours.LogLevel, typeof core.LoggingLevelSchema>>();
expectTrue<Same<ours.Root, typeof core.RootSchema>>();
expectTrue<Same<ours.RequestId, typeof core.RequestIdSchema>>();
expectTrue<Same<ours.ToolUseContent, typeof core.ToolUseContentSchema>>();
expectTrue<Same<ours.ToolResultContent, typeof core.ToolResultContentSchema>>();
expectTrue<Same<ours.SamplingMessage, typeof core.SamplingMessageSchema>>();
expectTrue<Same<ours.SamplingContent, typeof core.SamplingMessageContentBlockSchema>>();
expectTrue<Like<ours.JsonRpcRequest, typeof core.JSONRPCRequestSchema, never>>();
expectTrue<Like<ours.JsonRpcNotification, typeof core.JSONRPCNotificationSchema, never>>();
expectTrue<Like<ours.SubscriptionFilter, typeof core.SubscriptionFilterSchema, never>>();
expectTrue<Like<ours.ServerCapabilities, typeof core.ServerCapabilitiesSchema, never>>();

// Equal but for `_meta`, which names its keys there and is free here.
expectTrue<Like<ours.CallToolResult, typeof core.CallToolResultSchema, "_meta">>();
expectTrue<Like<ours.ReadResourceResult, typeof core.ReadResourceResultSchema, "_meta">>();
expectTrue<Like<ours.GetPromptResult, typeof core.GetPromptResultSchema, "_meta">>();
expectTrue<Like<ours.CompleteParams, typeof core.CompleteRequestParamsSchema, "_meta">>();
expectTrue<Like<ours.LogMessage, typeof core.LoggingMessageNotificationParamsSchema, "_meta">>();
expectTrue<Like<ours.Progress, typeof core.ProgressNotificationParamsSchema, "_meta">>();
expectTrue<Like<ours.ElicitResult, typeof core.ElicitResultSchema, "_meta">>();
expectTrue<Like<ours.CreateMessageResult, typeof core.CreateMessageResultWithToolsSchema, "_meta">>();
expectTrue<Like<ours.ListRootsResult, typeof core.ListRootsResultSchema, "_meta">>();

// An input schema is any object here: what a server sends is not trusted to say `type: "object"`.
expectTrue<Like<ours.Tool, typeof core.ToolSchema, "inputSchema">>();
// A page may end with `nextCursor: null`, as deployed servers do.
expectTrue<Like<ours.ListToolsResult, typeof core.ListToolsResultSchema, "_meta" | "nextCursor" | "tools">>();
expectTrue<Like<ours.ListResourcesResult, typeof core.ListResourcesResultSchema, "_meta" | "nextCursor">>();
expectTrue<
  Like<
    ours.ListResourceTemplatesResult,
    typeof core.ListResourceTemplatesResultSchema,
    "_meta" | "nextCursor"
  >
>();
expectTrue<Like<ours.ListPromptsResult, typeof core.ListPromptsResultSchema, "_meta" | "nextCursor">>();
// Takes further keys there.
expectTrue<
  Both<ours.CompleteResult["completion"], Known<Official<typeof core.CompleteResultSchema>["completion"]>>
>();
// Capabilities are compared above and take further keys here.
expectTrue<Like<ours.DiscoverResult, typeof core.DiscoverResultSchema, "_meta" | "capabilities">>();
expectTrue<Like<ours.InitializeResult, typeof core.InitializeResultSchema, "_meta" | "capabilities">>();
// `elicitation.form` names a key of its own implementation there.
expectTrue<Like<ours.ClientCapabilities, typeof core.ClientCapabilitiesSchema, "elicitation">>();
// Fields of forms are a closed union there, and any schema here.
expectTrue<
  Like<ours.FormElicitation, typeof core.ElicitRequestFormParamsSchema, "_meta" | "requestedSchema">
>();
// 2025-11-25 only, so optional here.
expectTrue<Like<ours.UrlElicitation, typeof core.ElicitRequestURLParamsSchema, "_meta" | "elicitationId">>();
// Free objects here; tools as above.
expectTrue<
  Like<
    ours.CreateMessageParams,
    typeof core.CreateMessageRequestParamsSchema,
    "_meta" | "modelPreferences" | "metadata" | "tools"
  >
>();
// Results have not been looked at yet, and an error may carry `id: null`.
expectTrue<Like<ours.JsonRpcResult, typeof core.JSONRPCResultResponseSchema, "result">>();
expectTrue<Like<ours.JsonRpcFailure, typeof core.JSONRPCErrorResponseSchema, "id">>();
