import type { JsonObject } from "../json.ts";

/** Free keys that ride along; reserved ones start with a prefix of the protocol. */
export type Meta = JsonObject;

/** A picture that stands for something. Since 2025-11-25. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** `48x48`, or `any` for a scalable picture. */
  readonly sizes?: readonly string[] | undefined;
  readonly theme?: "light" | "dark" | undefined;
}

/** Who a client or a server says it is: for display and logs, never for decisions. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  /** Since 2025-06-18. */
  readonly title?: string | undefined;
  /** Since 2025-11-25. */
  readonly description?: string | undefined;
  /** Since 2025-11-25. */
  readonly websiteUrl?: string | undefined;
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[] | undefined;
}

/** Hints for whoever shows or ranks something. */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[] | undefined;
  /** 0 is least, 1 most important. */
  readonly priority?: number | undefined;
  /** ISO 8601. Since 2025-06-18. */
  readonly lastModified?: string | undefined;
}

/** What every result may carry. */
export interface ResultBase {
  readonly _meta?: Meta | undefined;
  /** Missing means `complete`; tells a result from an `InputRequiredResult`. Since 2026-07-28. */
  readonly resultType?: "complete" | undefined;
}

/** How long a result may be reused and by whom. Since 2026-07-28. */
export interface CacheHints {
  /** Milliseconds from receipt. */
  readonly ttlMs?: number | undefined;
  readonly cacheScope?: "public" | "private" | undefined;
}

/** One page of a list. */
export interface PageBase extends ResultBase, CacheHints {
  /** Missing or null ends the list; `""` is a cursor. */
  readonly nextCursor?: string | null | undefined;
}

/** A result that says nothing but that it worked. */
export type EmptyResult = ResultBase;
