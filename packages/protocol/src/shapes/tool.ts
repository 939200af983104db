import type { JsonObject } from "../json.ts";
import type { Icon, Meta, PageBase, ResultBase } from "./common.ts";
import type { ContentBlock } from "./content.ts";

/** What a server says about a tool's effects: untrusted unless the server is. Since 2025-03-26. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  /** Defaults to false. */
  readonly readOnlyHint?: boolean | undefined;
  /** Defaults to true. */
  readonly destructiveHint?: boolean | undefined;
  /** Defaults to false. */
  readonly idempotentHint?: boolean | undefined;
  /** Defaults to true. */
  readonly openWorldHint?: boolean | undefined;
}

/** A tool as listed. */
export interface Tool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments; its root is an object. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of `structuredContent`. Since 2025-06-18; any schema since 2026-07-28. */
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** 2025-11-25 only. */
  readonly execution?:
    | { readonly taskSupport?: "forbidden" | "optional" | "required" | undefined }
    | undefined;
  readonly _meta?: Meta | undefined;
}

/** The result of `tools/list`. */
export interface ListToolsResult extends PageBase {
  readonly tools: readonly Tool[];
}

/** The result of `tools/call`. */
export interface CallToolResult<Structured = unknown> extends ResultBase {
  readonly content: readonly ContentBlock[];
  /** Since 2025-06-18: an object; any JSON value since 2026-07-28. */
  readonly structuredContent?: Structured | undefined;
  /** The tool ran and reports its own failure. */
  readonly isError?: boolean | undefined;
}
