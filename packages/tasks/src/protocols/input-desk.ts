import type { Client } from "@snodo/client";
import type { InputResponses, JsonObject } from "@snodo/protocol";
import { explainInput, mayPass } from "../failures.ts";
import type { Task } from "../task.ts";
import type { Attendant, Attended } from "./protocol.ts";

/** How far a question has come. An answer that could not be sent is kept: nobody is asked twice. */
type Progress =
  | { readonly step: "asking"; readonly batch: AbortController }
  | { readonly step: "answered"; readonly response: JsonObject }
  | { readonly step: "sending"; readonly response: JsonObject }
  | { readonly step: "sent" };

/** How often answers may fail to be sent before the wait is given up. */
const MAX_FAILURES = 3;

/**
 * Answers the questions of one task with the client's input handlers and `tasks/update`. A question reappears in every
 * poll until the server has processed its answer; its id, unique for the task's life, tells that it was seen.
 *
 * Spec: io.modelcontextprotocol/tasks (SEP-2663), Task Update Requests.
 */
export class InputDesk implements Attendant {
  readonly #client: Client;
  readonly #taskId: string;
  readonly #questions = new Map<string, Progress>();
  #failures = 0;

  constructor(client: Client, taskId: string) {
    this.#client = client;
    this.#taskId = taskId;
  }

  attend(task: Task, wait: Attended): void {
    const requests = task.inputRequests ?? {};
    const open = new Set(Object.keys(requests));
    this.#withdraw(open);
    const fresh = [...open].filter((id) => !this.#questions.has(id));
    if (fresh.length > 0) void this.#ask(task, fresh, wait);
    const unsent = [...open].filter((id) => this.#questions.get(id)?.step === "answered");
    if (unsent.length > 0) void this.#send(unsent, wait);
  }

  answered(ids: readonly string[]): void {
    for (const id of ids) {
      const before = this.#questions.get(id);
      this.#questions.set(id, { step: "sent" });
      if (before?.step === "asking") before.batch.abort(new Error("the question was answered another way"));
    }
  }

  /** A question that is not asked any more was answered elsewhere, or the task is over: nobody need answer it. */
  #withdraw(open: ReadonlySet<string>): void {
    const batches = new Map<AbortController, boolean>();
    for (const [id, progress] of this.#questions) {
      if (progress.step !== "asking") continue;
      batches.set(progress.batch, batches.get(progress.batch) === true || open.has(id));
    }
    for (const [batch, wanted] of batches) {
      if (!wanted) batch.abort(new Error("the task does not ask any more"));
    }
  }

  async #ask(task: Task, ids: readonly string[], wait: Attended): Promise<void> {
    const batch = new AbortController();
    const end = (): void => batch.abort(wait.signal.reason);
    if (wait.signal.aborted) end();
    wait.signal.addEventListener("abort", end);
    for (const id of ids) this.#questions.set(id, { step: "asking", batch });
    const inputRequests = Object.fromEntries(ids.map((id) => [id, task.inputRequests?.[id]]));
    const request = { method: "tasks/get", params: { taskId: this.#taskId } };
    try {
      const responses = await this.#client.answerInput(
        { ...task, inputRequests },
        { signal: batch.signal, request },
      );
      const mine = ids.filter((id) => this.#questions.get(id)?.step === "asking");
      for (const id of mine) this.#questions.set(id, { step: "answered", response: responses[id] ?? {} });
      if (mine.length > 0) await this.#send(mine, wait);
    } catch (error) {
      for (const id of ids) if (this.#questions.get(id)?.step === "asking") this.#questions.delete(id);
      // Aborted here: the questions were withdrawn, or the wait is over.
      if (!batch.signal.aborted) wait.fail(explainInput(this.#client, this.#taskId, error));
    } finally {
      wait.signal.removeEventListener("abort", end);
    }
  }

  async #send(ids: readonly string[], wait: Attended): Promise<void> {
    const inputResponses = new Map<string, JsonObject>();
    for (const id of ids) {
      const progress = this.#questions.get(id);
      if (progress?.step !== "answered") continue;
      inputResponses.set(id, progress.response);
      this.#questions.set(id, { step: "sending", response: progress.response });
    }
    try {
      await update(this.#client, this.#taskId, Object.fromEntries(inputResponses), wait.signal);
      this.#failures = 0;
      for (const id of inputResponses.keys()) this.#questions.set(id, { step: "sent" });
    } catch (error) {
      for (const [id, response] of inputResponses) this.#questions.set(id, { step: "answered", response });
      this.#failures += 1;
      if (wait.signal.aborted || (mayPass(error) && this.#failures <= MAX_FAILURES)) return;
      wait.fail(error);
    }
  }
}

/** Sends answers. The acknowledgement says nothing of the task: polling tells when they were processed. */
async function update(
  client: Client,
  taskId: string,
  inputResponses: InputResponses,
  signal: AbortSignal,
): Promise<void> {
  await client.request("tasks/update", { taskId, inputResponses }, { signal });
}
