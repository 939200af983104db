import type { JsonObject } from "../json.ts";

/** What a client can do for a server. Keys this library does not know are sent as they are. */
export interface ClientCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject } | undefined;
  /** `listChanged` until 2025-11-25. */
  readonly roots?: { readonly listChanged?: boolean | undefined } | undefined;
  /** `context` and `tools` since 2025-11-25. */
  readonly sampling?:
    | { readonly context?: JsonObject | undefined; readonly tools?: JsonObject | undefined }
    | undefined;
  /** Since 2025-06-18; the modes since 2025-11-25, `{}` means form only. */
  readonly elicitation?:
    | { readonly form?: JsonObject | undefined; readonly url?: JsonObject | undefined }
    | undefined;
  /** 2025-11-25 only, experimental. */
  readonly tasks?: JsonObject | undefined;
  /** Settings by extension identifier. Since 2026-07-28. */
  readonly extensions?: { readonly [id: string]: JsonObject } | undefined;
  readonly [name: string]: unknown;
}

/** What a server offers. */
export interface ServerCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject } | undefined;
  readonly logging?: JsonObject | undefined;
  /** Since 2025-03-26. */
  readonly completions?: JsonObject | undefined;
  readonly prompts?: { readonly listChanged?: boolean | undefined } | undefined;
  readonly resources?:
    | { readonly subscribe?: boolean | undefined; readonly listChanged?: boolean | undefined }
    | undefined;
  readonly tools?: { readonly listChanged?: boolean | undefined } | undefined;
  /** 2025-11-25 only, experimental. */
  readonly tasks?: JsonObject | undefined;
  /** Since 2026-07-28. */
  readonly extensions?: { readonly [id: string]: JsonObject } | undefined;
  readonly [name: string]: unknown;
}
