import type { CallToolResult, InputRequest, JsonRpcErrorObject } from "@snodo/protocol";

/** Where a task stands. The last three are final. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/**
 * The state of a task, in the words of the extension whatever the revision.
 *
 * Spec: io.modelcontextprotocol/tasks (SEP-2663), Tasks; 2025-11-25 basic/utilities/tasks.
 */
export interface Task {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** What goes on, for people: untrusted text of the server. */
  readonly statusMessage?: string | undefined;
  /** ISO 8601, on the server's clock. */
  readonly createdAt?: string | undefined;
  /** ISO 8601, on the server's clock. */
  readonly lastUpdatedAt?: string | undefined;
  /** Milliseconds from its creation that the server keeps it; null for as long as it likes. May change. */
  readonly ttlMs?: number | null | undefined;
  /** Milliseconds the server wants between two polls. May change. */
  readonly pollIntervalMs?: number | undefined;
  /** What the server asks, by id, while `input_required`. Before 2026-07-28 questions travel as requests instead. */
  readonly inputRequests?: { readonly [id: string]: InputRequest } | undefined;
  /** Of a `completed` task on 2026-07-28. Before, `wait` asks for it. */
  readonly result?: CallToolResult | undefined;
  /** Of a `failed` task on 2026-07-28: the JSON-RPC error the call ended with. */
  readonly error?: JsonRpcErrorObject | undefined;
}

/** Whether a task will not change any more. */
export function isOver(task: Task): boolean {
  return task.status === "completed" || task.status === "failed" || task.status === "cancelled";
}
