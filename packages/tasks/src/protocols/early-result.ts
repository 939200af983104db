import type { Client } from "@snodo/client";
import type { CallToolResult } from "@snodo/protocol";
import type { Task } from "../task.ts";
import type { Attendant, Attended } from "./protocol.ts";

/**
 * Before 2026-07-28 a task asks by requests of its own, for which the server needs a stream: `tasks/result`, asked for
 * before there is a result, is that stream. The client's input handlers answer on it.
 *
 * Spec: 2025-11-25 basic/utilities/tasks, Input Required Status.
 */
export class EarlyResult implements Attendant {
  readonly #client: Client;
  readonly #taskId: string;
  #open = false;

  constructor(client: Client, taskId: string) {
    this.#client = client;
    this.#taskId = taskId;
  }

  attend(task: Task, wait: Attended): void {
    if (this.#open || task.status !== "input_required") return;
    this.#open = true;
    // It answers when the task is over, however long that takes.
    this.#client.request("tasks/result", { taskId: this.#taskId }, { timeout: 0, signal: wait.signal }).then(
      (result) => {
        this.#open = false;
        wait.settle(result as unknown as CallToolResult);
      },
      () => {
        // Polling goes on: it says whether the task failed, and if not, the stream is opened again.
        this.#open = false;
      },
    );
  }

  answered(): void {
    // Questions have no ids here.
  }
}
