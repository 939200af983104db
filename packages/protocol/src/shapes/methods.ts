import type { JsonObject } from "../json.ts";
import type { ServerCapabilities } from "./capabilities.ts";
import type { CacheHints, EmptyResult, Implementation, Meta, ResultBase } from "./common.ts";
import type { LogLevel } from "./notifications.ts";
import type { CompleteParams, CompleteResult, GetPromptResult, ListPromptsResult } from "./prompt.ts";
import type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult } from "./resource.ts";
import type { CallToolResult, ListToolsResult } from "./tool.ts";

/** What every request's params may carry. */
export interface ParamsBase {
  readonly _meta?: Meta | undefined;
}

/** The params of a list request. */
export interface PageParams extends ParamsBase {
  readonly cursor?: string | undefined;
}

/** The result of `server/discover`. Since 2026-07-28. */
export interface DiscoverResult extends ResultBase, CacheHints {
  readonly supportedVersions: readonly string[];
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string | undefined;
}

/** The result of `initialize`, until 2025-11-25. */
export interface InitializeResult extends ResultBase {
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: Implementation;
  readonly instructions?: string | undefined;
}

/** Params and result of every request of the catalogs that an application sends. */
export interface ClientMethods {
  readonly "server/discover": { readonly params: ParamsBase; readonly result: DiscoverResult };
  readonly ping: { readonly params: ParamsBase; readonly result: EmptyResult };
  readonly "tools/list": { readonly params: PageParams; readonly result: ListToolsResult };
  readonly "tools/call": {
    readonly params: ParamsBase & { readonly name: string; readonly arguments?: JsonObject | undefined };
    readonly result: CallToolResult;
  };
  readonly "resources/list": { readonly params: PageParams; readonly result: ListResourcesResult };
  readonly "resources/templates/list": {
    readonly params: PageParams;
    readonly result: ListResourceTemplatesResult;
  };
  readonly "resources/read": {
    readonly params: ParamsBase & { readonly uri: string };
    readonly result: ReadResourceResult;
  };
  readonly "resources/subscribe": {
    readonly params: ParamsBase & { readonly uri: string };
    readonly result: EmptyResult;
  };
  readonly "resources/unsubscribe": {
    readonly params: ParamsBase & { readonly uri: string };
    readonly result: EmptyResult;
  };
  readonly "prompts/list": { readonly params: PageParams; readonly result: ListPromptsResult };
  readonly "prompts/get": {
    readonly params: ParamsBase & {
      readonly name: string;
      readonly arguments?: { readonly [name: string]: string } | undefined;
    };
    readonly result: GetPromptResult;
  };
  readonly "completion/complete": {
    readonly params: ParamsBase & CompleteParams;
    readonly result: CompleteResult;
  };
  readonly "logging/setLevel": {
    readonly params: ParamsBase & { readonly level: LogLevel };
    readonly result: EmptyResult;
  };
}

/** The name of a request in {@link ClientMethods}. */
export type ClientMethod = keyof ClientMethods;
