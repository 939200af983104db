import type { CallToolResult, Tool } from "@snodo/protocol";
import type { TaskHandle } from "@snodo/tasks";
import { callLimit } from "../connection/time-limit.ts";
import type { ServerCall } from "../invocation.ts";
import { Activity } from "../output/activity.ts";
import { safeLine } from "../output/safe-text.ts";

/** How long a server may take to hear that a task is not wanted any more, in milliseconds. */
const CANCEL = 2_000;

/**
 * Waits for a call that became a task at the server, and shows what it says of itself. Whoever gives up the wait gives
 * up the task.
 *
 * @param given - the command it is for
 * @param tool - the tool that was called
 * @param task - what became of the call
 */
export async function waitForTask(given: ServerCall, tool: Tool, task: TaskHandle): Promise<CallToolResult> {
  const { client, options, output, stopper, patience } = given;
  const what = `tools/call "${tool.name}"`;
  const activity = new Activity(output, what);
  output.detail(`The call became the task ${task.taskId}.`);
  const onTask = ({
    status,
    statusMessage,
  }: {
    readonly status: string;
    readonly statusMessage?: string | undefined;
  }): void => {
    patience.progress();
    activity.say(`${what}: ${safeLine(statusMessage ?? status)}`);
  };
  try {
    return await patience.during(callLimit(options), `${what} on ${client.label}`, stopper.signal, (signal) =>
      task.wait({ signal, onTask }),
    );
  } catch (error) {
    await giveUp(given, task);
    throw error;
  } finally {
    activity.end();
  }
}

/** A task that is over, or that the server does not let go of, is told as what ended the wait. */
async function giveUp({ output }: ServerCall, task: TaskHandle): Promise<void> {
  const status = task.task?.status;
  if (status === "completed" || status === "failed" || status === "cancelled") return;
  await task.cancel({ timeout: CANCEL }).catch(() => {
    output.detail(`The task ${task.taskId} could not be cancelled, and may go on at the server.`);
  });
}
