import type { JsonObject } from "../json.ts";
import type { Meta } from "./common.ts";

/** A field of a form. `type` and the keywords decide what it is; keywords this library does not know are kept. */
export interface FormField extends JsonObject {
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
}

/** The flat object schema of a form. */
export interface FormSchema {
  readonly $schema?: string | undefined;
  readonly type: "object";
  readonly properties: { readonly [name: string]: FormField };
  readonly required?: readonly string[] | undefined;
}

/** A server asks the user to fill a form. */
export interface FormElicitation {
  readonly mode?: "form" | undefined;
  readonly message: string;
  readonly requestedSchema: FormSchema;
  readonly _meta?: Meta | undefined;
}

/** A server asks the user to visit a URL. Since 2025-11-25. */
export interface UrlElicitation {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  /** 2025-11-25 only. */
  readonly elicitationId?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** What the user did with an elicitation. */
export interface ElicitResult {
  readonly action: "accept" | "decline" | "cancel";
  /** With an accepted form only. */
  readonly content?: { readonly [name: string]: string | number | boolean | readonly string[] } | undefined;
  readonly _meta?: Meta | undefined;
}
