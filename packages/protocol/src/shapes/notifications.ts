import type { Meta } from "./common.ts";

/** How urgent a log message is, lowest first. */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** Every log level, lowest first. */
export const LOG_LEVELS: readonly LogLevel[] = Object.freeze([
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const);

/** The params of `notifications/message`. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** The params of `notifications/progress`. */
export interface Progress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number | undefined;
  /** Since 2025-03-26. */
  readonly message?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** What a subscription is to deliver. Extensions add keys. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean | undefined;
  readonly promptsListChanged?: boolean | undefined;
  readonly resourcesListChanged?: boolean | undefined;
  /** URIs. */
  readonly resourceSubscriptions?: readonly string[] | undefined;
  readonly [extension: string]: unknown;
}
