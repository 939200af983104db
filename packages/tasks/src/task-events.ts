import type { Client, ListenOptions, Subscription } from "@snodo/client";
import { own } from "@snodo/protocol";
import { notSupported } from "./failures.ts";
import type { TaskMemory } from "./memory.ts";
import type { TaskProtocol } from "./protocols/protocol.ts";
import { isOver, type Task } from "./task.ts";

/** The states of a task as the server reports them. Ends after the last one. */
export interface TaskEvents extends AsyncIterableIterator<Task, undefined> {
  /** Stops listening. The task goes on. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whose events they are. */
export interface Reported {
  readonly client: Client;
  readonly protocol: TaskProtocol;
  readonly taskId: string;
  readonly memory: TaskMemory;
  /** Asks for the state after reports were missed. */
  poll(): Promise<Task>;
}

/**
 * Listens to what the server reports of a task.
 *
 * @throws McpError as `listen`; reason `task`, problem `not_supported`, when the server does not report this task
 */
export async function listenToTask(reported: Reported, options: ListenOptions): Promise<TaskEvents> {
  const { client, taskId } = reported;
  const subscription = await client.listen({ taskIds: [taskId] }, options);
  const accepted = own(subscription.accepted, "taskIds");
  if (!(Array.isArray(accepted) && accepted.includes(taskId))) {
    await subscription.close();
    throw notSupported(client, taskId, "the server does not report this task; poll it with wait() instead");
  }
  return new ReportedStates(reported, subscription);
}

class ReportedStates implements TaskEvents {
  readonly #reported: Reported;
  readonly #subscription: Subscription;
  #over = false;

  constructor(reported: Reported, subscription: Subscription) {
    this.#reported = reported;
    this.#subscription = subscription;
  }

  async next(): Promise<IteratorResult<Task, undefined>> {
    while (!this.#over) {
      const task = await this.#next().catch(async (error: unknown) => {
        await this.close();
        throw error;
      });
      if (task === undefined) continue;
      if (isOver(task)) await this.close();
      return { done: false, value: task };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Task, undefined>> {
    await this.close();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    this.#over = true;
    await this.#subscription.close();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The next state, or undefined for what is none. */
  async #next(): Promise<Task | undefined> {
    const { protocol, taskId, memory, poll } = this.#reported;
    const { done, value: event } = await this.#subscription.next();
    if (done === true) {
      this.#over = true;
      return undefined;
    }
    switch (event.type) {
      case "notification": {
        if (event.method !== protocol.notification || own(event.params, "taskId") !== taskId)
          return undefined;
        const task = protocol.reported(event.params);
        memory.accept(task);
        return task;
      }
      case "dropped":
      case "resubscribed":
        // What was missed may have been the last report.
        return await poll();
      case "closed":
        this.#over = true;
        if (event.reason.type === "failed") throw event.reason.error;
        return undefined;
    }
  }
}
