import type { JsonObject } from "../json.ts";
import type { Meta } from "./common.ts";
import type { AudioContent, ContentBlock, ImageContent, TextContent } from "./content.ts";
import type { Tool } from "./tool.ts";

/** A model's wish to call a tool. Since 2025-11-25. */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: Meta | undefined;
}

/** The outcome of a tool the model called. Since 2025-11-25. */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Meta | undefined;
}

/** One block of a sampling message. */
export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** One message of a sampling request; a list of blocks since 2025-11-25. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly _meta?: Meta | undefined;
}

/** A server asks for a model's answer. Deprecated by 2026-07-28, still part of it. */
export interface CreateMessageParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly modelPreferences?: JsonObject | undefined;
  readonly systemPrompt?: string | undefined;
  readonly includeContext?: "none" | "thisServer" | "allServers" | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" | undefined } | undefined;
  readonly _meta?: Meta | undefined;
}

/** A model's answer. */
export interface CreateMessageResult {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  readonly stopReason?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** The params of `roots/list`: nothing but `_meta`. */
export interface ListRootsParams {
  readonly _meta?: Meta | undefined;
}

/** A place the server may work in. */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** The answer of `roots/list`. Deprecated by 2026-07-28, still part of it. */
export interface ListRootsResult {
  readonly roots: readonly Root[];
  readonly _meta?: Meta | undefined;
}
