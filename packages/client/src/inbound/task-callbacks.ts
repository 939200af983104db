import { isObject, type JsonObject, META, own } from "@snodo/protocol";
import type { CallOptions } from "../options.ts";

type Callbacks = Pick<CallOptions, "onProgress" | "onLog">;

interface Kept extends Callbacks {
  readonly taskId: string;
  readonly token: number;
}

/** How many tasks may be under way whose end was not seen; beyond, the oldest one is forgotten. */
const MOST = 1000;
const OVER: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

/**
 * The callbacks of calls that became tasks. The call is answered then, but its progress token holds for as long as the
 * task does, and so does what its log messages are related to.
 *
 * Spec: 2025-11-25 basic/utilities/tasks, Task Progress Notifications.
 */
export class TaskCallbacks {
  readonly #byTask = new Map<string, Kept>();
  readonly #byToken = new Map<unknown, Kept>();

  get size(): number {
    return this.#byTask.size;
  }

  /**
   * Goes on listening for a call whose result is a task that is not over.
   *
   * @param token - its progress token
   * @param result - of the call
   * @param callbacks - its options
   */
  keep(token: number, result: JsonObject, { onProgress, onLog }: Callbacks): void {
    if (onProgress === undefined && onLog === undefined) return;
    const task = own(result, "task");
    const taskId = isObject(task) ? own(task, "taskId") : undefined;
    if (!isObject(task) || typeof taskId !== "string" || OVER.has(own(task, "status"))) return;
    const kept = { taskId, token, onProgress, onLog };
    this.#forget(taskId);
    this.#byTask.set(taskId, kept);
    this.#byToken.set(token, kept);
    if (this.#byTask.size > MOST) this.#forget(this.#byTask.keys().next().value);
  }

  /** Who takes this progress, if anybody. */
  onProgress(params: JsonObject | undefined): Callbacks["onProgress"] {
    return params === undefined ? undefined : this.#byToken.get(own(params, META.progressToken))?.onProgress;
  }

  /** Who takes this log message, if anybody. */
  onLog(params: JsonObject | undefined): Callbacks["onLog"] {
    const meta = params === undefined ? undefined : own(params, "_meta");
    const related = isObject(meta) ? own(meta, META.relatedTask) : undefined;
    return isObject(related) ? this.#byTask.get(String(own(related, "taskId")))?.onLog : undefined;
  }

  /** Takes note of what is said of a task: its callbacks are forgotten when it is over. */
  state(params: JsonObject | undefined): void {
    if (params !== undefined && OVER.has(own(params, "status"))) this.#forget(own(params, "taskId"));
  }

  /**
   * Takes note of the answer to a request about a task.
   *
   * @param method - any
   */
  answered(method: string, params: JsonObject, result: JsonObject): void {
    // The result of a task is only given when it is over, and carries no state.
    if (method === "tasks/result") this.#forget(params["taskId"]);
    else if (method === "tasks/get" || method === "tasks/cancel") this.state(result);
  }

  #forget(taskId: unknown): void {
    const kept = this.#byTask.get(taskId as string);
    if (kept === undefined) return;
    this.#byTask.delete(kept.taskId);
    this.#byToken.delete(kept.token);
  }
}
