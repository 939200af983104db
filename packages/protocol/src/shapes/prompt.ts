import type { Icon, Meta, PageBase, ResultBase } from "./common.ts";
import type { ContentBlock } from "./content.ts";

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A prompt as listed. */
export interface Prompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[] | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: Meta | undefined;
}

/** One message of a rendered prompt. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: ContentBlock;
}

/** The result of `prompts/list`. */
export interface ListPromptsResult extends PageBase {
  readonly prompts: readonly Prompt[];
}

/** The result of `prompts/get`. */
export interface GetPromptResult extends ResultBase {
  readonly description?: string | undefined;
  readonly messages: readonly PromptMessage[];
}

/** What is being completed: a prompt's argument, or a variable of a resource template. */
export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string; readonly title?: string | undefined }
  | { readonly type: "ref/resource"; readonly uri: string };

/** The params of `completion/complete`. */
export interface CompleteParams {
  readonly ref: CompletionReference;
  readonly argument: { readonly name: string; readonly value: string };
  /** Values chosen already. Since 2025-06-18. */
  readonly context?: { readonly arguments?: { readonly [name: string]: string } | undefined } | undefined;
}

/** The result of `completion/complete`. */
export interface CompleteResult extends ResultBase {
  readonly completion: {
    readonly values: readonly string[];
    readonly total?: number | undefined;
    readonly hasMore?: boolean | undefined;
  };
}
