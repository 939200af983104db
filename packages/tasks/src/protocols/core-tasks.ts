import type { CallToolResult, JsonObject } from "@snodo/protocol";
import { isObject, own } from "@snodo/protocol";
import { readTask } from "../read-task.ts";
import { EarlyResult } from "./early-result.ts";
import type { TaskProtocol } from "./protocol.ts";

const FIELDS = { ttl: "ttl", pollInterval: "pollInterval", detailed: false } as const;

/**
 * The experimental tasks of 2025-11-25: a client asks for them with `params.task`, and `tasks/result` gives exactly what
 * the call would have given, a result that reports an error included. Spec: 2025-11-25 basic/utilities/tasks.
 */
export const coreTasks: TaskProtocol = {
  notification: "notifications/tasks/status",
  created: (result: JsonObject) => {
    const task = own(result, "task");
    // A server that ignores `params.task` answers with an ordinary result, which has content.
    return isObject(task) && own(result, "content") === undefined
      ? readTask("the task that tools/call created", task, FIELDS)
      : undefined;
  },
  state: (result) => readTask("the result of tasks/get", result, FIELDS),
  reported: (params) => readTask("notifications/tasks/status", params, FIELDS),
  async outcome(client, { taskId }, options) {
    return (await client.request("tasks/result", { taskId }, options)) as unknown as CallToolResult;
  },
  attendant: (client, taskId) => new EarlyResult(client, taskId),
  refusesCancel(client) {
    const offered = client.session.capabilities?.tasks;
    return offered !== undefined && own(offered, "cancel") === undefined
      ? "the server does not offer to cancel tasks"
      : undefined;
  },
};
