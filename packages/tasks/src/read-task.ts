import {
  type CallToolResult,
  type InputRequest,
  isObject,
  type JsonObject,
  own,
  quote,
} from "@snodo/protocol";
import { malformed } from "./failures.ts";
import type { Task, TaskStatus } from "./task.ts";

const STATUSES: ReadonlySet<unknown> = new Set<TaskStatus>([
  "working",
  "input_required",
  "completed",
  "failed",
  "cancelled",
]);

/** How the revisions spell what a task carries. */
export interface TaskFields {
  readonly ttl: string;
  readonly pollInterval: string;
  /** Whether a state that was asked for carries its questions, result or error. */
  readonly detailed: boolean;
}

/**
 * Reads the state of a task that a server sent.
 *
 * Optional fields of a wrong type count as unsaid; a task without an id or with an unknown status is no task.
 *
 * @param what - names the value in errors
 * @param value - what the server sent
 * @param fields - the revision's spelling; with `detailed` the payload of the status must be there, too
 * @throws McpError kind `protocol`, reason `invalid_result`
 */
export function readTask(what: string, value: unknown, fields: TaskFields): Task {
  if (!isObject(value)) throw malformed(what, "it is not an object");
  const taskId = own(value, "taskId");
  if (typeof taskId !== "string" || taskId === "") throw malformed(what, "it has no taskId");
  const status = own(value, "status");
  if (!STATUSES.has(status)) {
    const said = typeof status === "string" ? `"${quote(status, 40)}"` : `a ${typeof status}`;
    throw malformed(what, `its status is ${said}`);
  }
  const ttl = own(value, fields.ttl);
  const state: Task = {
    taskId,
    status: status as TaskStatus,
    statusMessage: text(own(value, "statusMessage")),
    createdAt: text(own(value, "createdAt")),
    lastUpdatedAt: text(own(value, "lastUpdatedAt")),
    ttlMs: ttl === null ? null : duration(ttl),
    pollIntervalMs: duration(own(value, fields.pollInterval)),
  };
  return fields.detailed ? { ...state, ...payload(what, state.status, value) } : state;
}

function payload(what: string, status: TaskStatus, value: JsonObject): Partial<Task> {
  switch (status) {
    case "input_required": {
      const inputRequests = own(value, "inputRequests");
      if (!isObject(inputRequests)) throw malformed(what, "it asks for input without inputRequests");
      return { inputRequests: inputRequests as { readonly [id: string]: InputRequest } };
    }
    case "completed": {
      const result = own(value, "result");
      if (!isObject(result)) throw malformed(what, "it is completed without a result");
      return { result: result as unknown as CallToolResult };
    }
    case "failed":
      return { error: failure(what, own(value, "error")) };
    case "working":
    case "cancelled":
      return {};
  }
}

function failure(what: string, error: unknown): NonNullable<Task["error"]> {
  if (!isObject(error)) throw malformed(what, "it failed without an error");
  const code = own(error, "code");
  if (typeof code !== "number") throw malformed(what, "its error has no numeric code");
  return { code, message: text(own(error, "message")) ?? "", data: own(error, "data") };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function duration(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
