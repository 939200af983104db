import { type JsonObject, own, serverError } from "@snodo/protocol";
import { TASK_RESULT } from "../extension.ts";
import { malformed } from "../failures.ts";
import { readTask } from "../read-task.ts";
import { InputDesk } from "./input-desk.ts";
import type { TaskProtocol } from "./protocol.ts";

const SPELLING = { ttl: "ttlMs", pollInterval: "pollIntervalMs" } as const;

/** Tasks of the extension: `tasks/get` tells everything, `tasks/update` answers questions. Spec: SEP-2663. */
export const extensionTasks: TaskProtocol = {
  notification: "notifications/tasks",
  // The type and the examples are flat; the one sentence that speaks of an embedded task is a leftover.
  created: (result: JsonObject) =>
    own(result, "resultType") === TASK_RESULT
      ? readTask("the task that tools/call created", result, { ...SPELLING, detailed: false })
      : undefined,
  // `complete` by the rule, `task` in two of the examples: the status decides.
  state: (result) => readTask("the result of tasks/get", result, { ...SPELLING, detailed: true }),
  reported: (params) => readTask("notifications/tasks", params, { ...SPELLING, detailed: true }),
  async outcome(_client, { error, result }) {
    if (error !== undefined) throw serverError(error);
    if (result === undefined) throw malformed("the result of tasks/get", "it is completed without a result");
    return result;
  },
  attendant: (client, taskId) => new InputDesk(client, taskId),
  refusesCancel: () => undefined,
};
