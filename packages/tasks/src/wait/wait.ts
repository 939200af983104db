import type { Client } from "@snodo/client";
import type { CallToolResult, Clock } from "@snodo/protocol";
import { cancelled, connectionEnded, expired, mayPass, waitedTooLong } from "../failures.ts";
import type { TaskMemory } from "../memory.ts";
import { isExpired, pollDelay } from "../pace.ts";
import type { Attendant, TaskProtocol } from "../protocols/protocol.ts";
import { isOver, type Task } from "../task.ts";
import { onClientEnd } from "./client-end.ts";
import type { WaitSettings } from "./options.ts";
import { Pause } from "./pause.ts";
import { Stop } from "./stop.ts";

/** The task that is waited for, as its handle keeps it. */
export interface Waited {
  readonly client: Client;
  readonly protocol: TaskProtocol;
  readonly attendant: Attendant;
  readonly clock: Clock;
  readonly random: () => number;
  readonly taskId: string;
  readonly memory: TaskMemory;
  /** Asks for the state. */
  poll(signal: AbortSignal): Promise<Task>;
}

/**
 * Polls a task until it is over.
 *
 * The pause between polls is the server's, read anew with each state. A poll that the network loses is repeated, with
 * growing pauses. Whatever the wait started on the side is over when it settles.
 *
 * @param waited - the task
 * @param settings - checked options
 * @returns the result of the call, which may report an error of the tool
 * @throws McpError kind `server` with the error of the call; reason `task` when it was cancelled or kept too long;
 *   -32001 at the time limit; why the connection ended; what polling or answering failed with; the signal's own reason
 */
export async function waitForTask(waited: Waited, settings: WaitSettings): Promise<CallToolResult> {
  const { client, clock, taskId } = waited;
  const stop = new Stop(clock, settings.signal);
  const forget = onClientEnd(client, (closed) => stop.now(connectionEnded(client, taskId, closed)));
  try {
    stop.signal.throwIfAborted();
    if (settings.timeout !== undefined) {
      const { timeout } = settings;
      stop.after(timeout, () => waitedTooLong(client, taskId, timeout));
    }
    return await new Wait(waited, settings, stop).run();
  } finally {
    forget();
    stop.release();
  }
}

class Wait {
  readonly #waited: Waited;
  readonly #settings: WaitSettings;
  readonly #stop: Stop;
  readonly #pause = new Pause();
  #early: CallToolResult | undefined;

  constructor(waited: Waited, settings: WaitSettings, stop: Stop) {
    this.#waited = waited;
    this.#settings = settings;
    this.#stop = stop;
  }

  async run(): Promise<CallToolResult> {
    const { client, protocol, clock, memory } = this.#waited;
    const { signal } = this.#stop;
    let { task } = memory;
    // A task that was just created is asked about when the server wants it, one that was over at once right away.
    let outcome = task === undefined ? undefined : await this.#known(task);
    if (task?.status === "working") await this.#sleep(task);
    while (outcome === undefined) {
      task = await this.#poll();
      if (this.#early !== undefined) return this.#early;
      if (isOver(task)) {
        if (task.status === "cancelled") throw cancelled(client, task);
        outcome = await protocol.outcome(client, task, { signal });
      } else {
        if (isExpired(task, memory.seenAt, clock.now())) throw expired(client, task);
        this.#attend(task);
        if (this.#early === undefined) await this.#sleep(task);
        outcome = this.#early;
      }
    }
    return outcome;
  }

  /** The outcome of a task that is known to be over; a state that names it only is polled. */
  async #known(task: Task): Promise<CallToolResult | undefined> {
    const { client, protocol } = this.#waited;
    if (task.status === "cancelled") throw cancelled(client, task);
    if (task.result === undefined && task.error === undefined) return undefined;
    return await protocol.outcome(client, task, { signal: this.#stop.signal });
  }

  async #poll(): Promise<Task> {
    const { signal } = this.#stop;
    for (let failures = 0; ; ) {
      try {
        const task = await this.#waited.poll(signal);
        this.#tell(task);
        return task;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!mayPass(error) || failures >= this.#settings.maxFailures) throw error;
        failures += 1;
        await this.#sleep(this.#waited.memory.task, failures);
      }
    }
  }

  #tell(task: Task): void {
    const told = this.#settings.onTask?.(task);
    if (told instanceof Promise) told.catch((error: unknown) => this.#stop.now(error));
  }

  #attend(task: Task): void {
    if (this.#settings.answerInput === false) return;
    this.#waited.attendant.attend(task, {
      signal: this.#stop.signal,
      settle: (result) => {
        this.#early = result;
        this.#pause.cut();
      },
      fail: (error) => this.#stop.now(error),
    });
  }

  async #sleep(task: Task | undefined, failures = 0): Promise<void> {
    const { clock, random } = this.#waited;
    await this.#pause.for(clock, pollDelay(task, random(), failures), this.#stop.signal);
  }
}
