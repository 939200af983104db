import type { CallOptions, Client, ListenOptions, ToolCallOptions, ToolResult } from "@snodo/client";
import {
  type CallToolResult,
  type Clock,
  type InputResponses,
  isObject,
  systemClock,
  type Tool,
} from "@snodo/protocol";
import { malformed, notSupported } from "./failures.ts";
import { TaskMemory } from "./memory.ts";
import type { Attendant, TaskProtocol } from "./protocols/protocol.ts";
import { protocolOf } from "./protocols/select.ts";
import type { Task } from "./task.ts";
import { listenToTask, type TaskEvents } from "./task-events.ts";
import { readWaitOptions, type WaitOptions } from "./wait/options.ts";
import { waitForTask } from "./wait/wait.ts";

/** How a task is handled once it exists. */
export interface TaskOptions extends Pick<ToolCallOptions, "output" | "checkOutput"> {
  /** The tool that was called, when its result is to be checked against its own `outputSchema`, as `callTool` does. */
  readonly tool?: string | Tool | undefined;
  /** Time, for tests. Defaults to the platform's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 to 1 for jitter, for tests. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** A call that goes on at the server after its request was answered. Nothing here polls by itself. */
export interface TaskHandle<Result = CallToolResult> {
  /** Names the task at the server. Keep it to take the task up again with {@link taskHandle} after a restart. */
  readonly taskId: string;
  /** The last known state; undefined until a task that was taken up again is polled. */
  readonly task: Task | undefined;

  /**
   * Asks for the state once. Spec: SEP-2663 Task Polling; 2025-11-25 basic/utilities/tasks.
   *
   * @throws McpError -32602 from the server when it does not have the task (any more); kind `protocol`, reason
   *   `invalid_result`, when it answers something that is no task
   */
  poll(options?: CallOptions): Promise<Task>;

  /**
   * Waits until the task is over and gives what the call gives, polling at the pace the server asks for and answering
   * its questions with the client's input handlers. May be called again, also after it rejected.
   *
   * @returns the tool's result; `isError: true` resolves
   * @throws McpError kind `server` when the call ended with a JSON-RPC error, its code, message and data untouched;
   *   reason `task`, problem `cancelled` or `expired`; -32001 at the time limit; reasons of input rounds; what polling
   *   failed with; the signal's own reason. The task goes on where it is not over
   */
  wait(options?: WaitOptions): Promise<Result>;

  /**
   * Answers questions of the task by hand, all of them or some. Their ids are not asked again by `wait`.
   *
   * Spec: SEP-2663 Task Update Requests.
   *
   * @param responses - by the ids of `task.inputRequests`
   * @throws McpError -32601 before 2026-07-28: there questions come as requests, and input handlers answer them
   */
  update(responses: InputResponses, options?: CallOptions): Promise<void>;

  /**
   * Asks the server to stop the work. It may not: `wait` tells how the task ended.
   *
   * Spec: SEP-2663 Task Cancellation; 2025-11-25 basic/utilities/tasks.
   *
   * @throws McpError -32601, reason `task`, when the server does not offer it; -32602 from the server when the task is
   *   over or unknown
   */
  cancel(options?: CallOptions): Promise<void>;

  /**
   * Listens to the states the server reports. Servers need not report any before 2026-07-28, so do not rely on the last
   * one there.
   *
   * @throws McpError as `listen`; reason `task`, problem `not_supported`, when the server does not report this task
   */
  events(options?: ListenOptions): Promise<TaskEvents>;
}

/**
 * Takes up a task by its id, such as one that was created before a restart. Nothing is sent.
 *
 * @param client - connected to the server that has the task, in the same revision
 * @param taskId - from {@link TaskHandle.taskId}
 * @param options - all optional
 * @throws TypeError when the id is not a non-empty string
 */
export function taskHandle<const Options extends TaskOptions = TaskOptions>(
  client: Client,
  taskId: string,
  options?: Options,
): TaskHandle<ToolResult<Options>> {
  if (typeof taskId !== "string" || taskId === "") throw new TypeError("taskId must be a non-empty string");
  // The options say whether the result was checked, and so what it is.
  return new Handle(client, taskId, undefined, options ?? {}) as TaskHandle<unknown> as TaskHandle<never>;
}

/** The handle of a task that was just created. */
export function createdHandle(client: Client, task: Task, options: TaskOptions): TaskHandle {
  return new Handle(client, task.taskId, task, options);
}

/**
 * Tells a task from the result of a call that was answered at once.
 *
 * @param outcome - what {@link callToolAsTask} resolved with
 */
export function isTask<Result>(outcome: TaskHandle<Result> | object): outcome is TaskHandle<Result> {
  return outcome instanceof Handle;
}

class Handle implements TaskHandle {
  readonly taskId: string;
  readonly #client: Client;
  readonly #options: TaskOptions;
  readonly #protocol: TaskProtocol;
  readonly #attendant: Attendant;
  readonly #clock: Clock;
  readonly #memory: TaskMemory;

  constructor(client: Client, taskId: string, task: Task | undefined, options: TaskOptions) {
    this.taskId = taskId;
    this.#client = client;
    this.#options = options;
    this.#protocol = protocolOf(client);
    this.#attendant = this.#protocol.attendant(client, taskId);
    this.#clock = options.clock ?? systemClock;
    this.#memory = new TaskMemory(this.#clock);
    if (task !== undefined) this.#memory.accept(task);
  }

  get task(): Task | undefined {
    return this.#memory.task;
  }

  async poll(options?: CallOptions): Promise<Task> {
    const result = await this.#client.request("tasks/get", { taskId: this.taskId }, options);
    const task = this.#protocol.state(result);
    if (task.taskId !== this.taskId)
      throw malformed("the result of tasks/get", "it is about another task than the one asked for");
    this.#memory.accept(task);
    return task;
  }

  async wait(options: WaitOptions = {}): Promise<CallToolResult> {
    const settings = readWaitOptions(options);
    const { tool, output, checkOutput } = this.#options;
    const result = await waitForTask(
      {
        client: this.#client,
        protocol: this.#protocol,
        attendant: this.#attendant,
        clock: this.#clock,
        random: this.#options.random ?? Math.random,
        taskId: this.taskId,
        memory: this.#memory,
        poll: (signal) => this.poll({ signal }),
      },
      settings,
    );
    if (tool === undefined && output === undefined) return result;
    return await this.#client.checkResult(tool ?? `task ${this.taskId}`, result, { output, checkOutput });
  }

  async update(responses: InputResponses, options?: CallOptions): Promise<void> {
    if (!isObject(responses)) throw new TypeError("responses must be an object");
    await this.#client.request("tasks/update", { taskId: this.taskId, inputResponses: responses }, options);
    this.#attendant.answered(Object.keys(responses));
  }

  async cancel(options?: CallOptions): Promise<void> {
    const refused = this.#protocol.refusesCancel(this.#client);
    if (refused !== undefined) throw notSupported(this.#client, this.taskId, refused);
    await this.#client.request("tasks/cancel", { taskId: this.taskId }, options);
  }

  async events(options: ListenOptions = {}): Promise<TaskEvents> {
    return await listenToTask(
      {
        client: this.#client,
        protocol: this.#protocol,
        taskId: this.taskId,
        memory: this.#memory,
        poll: () => this.poll(),
      },
      options,
    );
  }
}
