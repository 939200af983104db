import type { CallOptions, Client } from "@snodo/client";
import type { CallToolResult, JsonObject } from "@snodo/protocol";
import type { Task } from "../task.ts";

/** Answers what tasks ask for while something waits for them. One for each task. */
export interface Attendant {
  /**
   * Looks at a new state of the task. What it begins goes on by itself and ends with the wait.
   *
   * @param task - the state
   * @param wait - whom it is for
   */
  attend(task: Task, wait: Attended): void;
  /** These questions were answered by hand. */
  answered(ids: readonly string[]): void;
}

/** A wait as its attendant sees it. */
export interface Attended {
  /** Aborted when the wait ends. */
  readonly signal: AbortSignal;
  /** The result came another way than by polling. */
  settle(result: CallToolResult): void;
  /** The task cannot go on. */
  fail(error: unknown): void;
}

/** What differs between the tasks of the extension and those of 2025-11-25. */
export interface TaskProtocol {
  /** Reads the task out of the result of `tools/call`; undefined for an ordinary result. */
  created(result: JsonObject): Task | undefined;
  /** Reads the result of `tasks/get`. */
  state(result: JsonObject): Task;
  /** Reads the params of the notification that reports a task. */
  reported(params: JsonObject): Task;
  /** The notification that reports a task. */
  readonly notification: string;
  /**
   * The outcome of a task that is `completed` or `failed`.
   *
   * @throws McpError kind `server` when the call ended with a JSON-RPC error
   */
  outcome(client: Client, task: Task, options: CallOptions): Promise<CallToolResult>;
  /** Who answers the questions of a task. */
  attendant(client: Client, taskId: string): Attendant;
  /** Why the server cannot cancel tasks, or undefined. */
  refusesCancel(client: Client): string | undefined;
}
