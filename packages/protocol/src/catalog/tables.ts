import type { MethodRow } from "./descriptor.ts";

const TASKS = "io.modelcontextprotocol/tasks";

/** Requests a client sends. Spec: schema.ts `ClientRequest` of each revision. */
export const CLIENT_REQUESTS: readonly MethodRow[] = [
  { method: "initialize", last: "2025-11-25" },
  { method: "ping", last: "2025-11-25", safe: true },
  { method: "server/discover", first: "2026-07-28", cacheable: true, safe: true },
  { method: "tools/list", capability: "tools", cacheable: true, safe: true },
  { method: "tools/call", capability: "tools", mayAskInput: true, nameParam: "name" },
  { method: "resources/list", capability: "resources", cacheable: true, safe: true },
  { method: "resources/templates/list", capability: "resources", cacheable: true, safe: true },
  {
    method: "resources/read",
    capability: "resources",
    cacheable: true,
    mayAskInput: true,
    nameParam: "uri",
    safe: true,
  },
  { method: "resources/subscribe", capability: "resources", last: "2025-11-25", safe: true },
  { method: "resources/unsubscribe", capability: "resources", last: "2025-11-25", safe: true },
  { method: "prompts/list", capability: "prompts", cacheable: true, safe: true },
  { method: "prompts/get", capability: "prompts", mayAskInput: true, nameParam: "name", safe: true },
  { method: "completion/complete", capability: "completions", safe: true },
  { method: "logging/setLevel", capability: "logging", last: "2025-11-25", safe: true },
  { method: "subscriptions/listen", first: "2026-07-28", safe: true },
  { method: "tasks/get", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/result", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/list", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/cancel", first: "2025-11-25", last: "2025-11-25", capability: "tasks" },
  { method: "tasks/get", first: "2026-07-28", nameParam: "taskId", safe: true, extension: TASKS },
  { method: "tasks/update", first: "2026-07-28", nameParam: "taskId", extension: TASKS },
  { method: "tasks/cancel", first: "2026-07-28", nameParam: "taskId", extension: TASKS },
];

/** Requests a server sends; from 2026-07-28 on they are objects inside `inputRequests`. */
export const SERVER_REQUESTS: readonly MethodRow[] = [
  { method: "ping", last: "2025-11-25", safe: true },
  { method: "roots/list", capability: "roots", embedded: true, safe: true },
  { method: "sampling/createMessage", capability: "sampling", embedded: true },
  { method: "elicitation/create", first: "2025-06-18", capability: "elicitation", embedded: true },
  { method: "tasks/get", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/result", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/list", first: "2025-11-25", last: "2025-11-25", capability: "tasks", safe: true },
  { method: "tasks/cancel", first: "2025-11-25", last: "2025-11-25", capability: "tasks" },
];

/** Notifications a client sends. */
export const CLIENT_NOTIFICATIONS: readonly MethodRow[] = [
  { method: "notifications/initialized", last: "2025-11-25" },
  { method: "notifications/cancelled" },
  { method: "notifications/progress", last: "2025-11-25" },
  { method: "notifications/roots/list_changed", last: "2025-11-25" },
  { method: "notifications/tasks/status", first: "2025-11-25", last: "2025-11-25" },
];

/** Notifications a server sends. */
export const SERVER_NOTIFICATIONS: readonly MethodRow[] = [
  { method: "notifications/cancelled" },
  { method: "notifications/progress" },
  { method: "notifications/message" },
  { method: "notifications/resources/updated" },
  { method: "notifications/resources/list_changed" },
  { method: "notifications/tools/list_changed" },
  { method: "notifications/prompts/list_changed" },
  { method: "notifications/subscriptions/acknowledged", first: "2026-07-28" },
  { method: "notifications/elicitation/complete", first: "2025-11-25", last: "2025-11-25" },
  { method: "notifications/tasks/status", first: "2025-11-25", last: "2025-11-25" },
  { method: "notifications/tasks", first: "2026-07-28", extension: TASKS },
];
