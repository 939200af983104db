import type { Clock } from "@snodo/protocol";
import { isOver, type Task } from "./task.ts";

/** What is known of one task. */
export class TaskMemory {
  readonly #clock: Clock;
  #task: Task | undefined;
  #seenAt: number | undefined;

  /** @param clock - tells when the task was first seen */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The last known state. */
  get task(): Task | undefined {
    return this.#task;
  }

  /** When the task was first seen, on the clock. */
  get seenAt(): number {
    return this.#seenAt ?? this.#clock.now();
  }

  /** Keeps a state. A late answer of an earlier poll does not bring a task back that is over. */
  accept(task: Task): void {
    this.#seenAt ??= this.#clock.now();
    if (this.#task === undefined || !isOver(this.#task)) this.#task = task;
  }
}
