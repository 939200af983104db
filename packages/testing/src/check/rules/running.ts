import type { Rule } from "../rule.ts";

/** The names of RUNNING_RULES. */
export type RunningRule =
  | "progress-asked"
  | "progress-grows"
  | "log-asked"
  | "log-level"
  | "cancel-ignored"
  | "cancel-obeyed"
  | "subscription";

/** Rules about requests under way. */
export const RUNNING_RULES: Readonly<Record<RunningRule, Rule>> = {
  "progress-asked": {
    severity: "violation",
    title: "Progress is reported under the token of a request that asked for it",
    fix: "Report progress only with the progressToken of a request in flight.",
    page: { stateless: "basic/patterns/progress", initialize: "basic/utilities/progress" },
  },
  "progress-grows": {
    severity: "violation",
    title: "Progress grows with every report",
    fix: "Increase progress with every notification.",
    page: { stateless: "basic/patterns/progress", initialize: "basic/utilities/progress" },
  },
  "log-asked": {
    severity: "violation",
    title: "On 2026-07-28 logs are sent only to requests that ask for them",
    fix: "Send notifications/message only when the request's _meta has a logLevel, and only at that level or above.",
    page: "server/utilities/logging",
  },
  "log-level": {
    severity: "warning",
    title: "A log level that does not exist is refused with -32602",
    fix: "Answer -32602 for unknown log levels.",
    page: "server/utilities/logging",
  },
  "cancel-ignored": {
    severity: "violation",
    title: "Cancelling a request that is unknown or done is ignored",
    fix: "Ignore notifications/cancelled for ids you do not know.",
    page: { stateless: "basic/patterns/cancellation", initialize: "basic/utilities/cancellation" },
  },
  "cancel-obeyed": {
    severity: "warning",
    title: "A cancelled request stops",
    fix: "Watch for notifications/cancelled while a tool runs, and stop it.",
    page: { stateless: "basic/patterns/cancellation", initialize: "basic/utilities/cancellation" },
  },
  subscription: {
    severity: "violation",
    title: "A subscription is acknowledged first, under its own id, with a part of what was asked",
    fix: "Send notifications/subscriptions/acknowledged first, with the request's id as subscriptionId.",
    page: { stateless: "basic/patterns/subscriptions", initialize: "server/resources" },
  },
};
