export {
  callToolAsTask,
  type TaskCallOptions,
  type TaskOutcome,
} from "./call-tool-as-task.ts";
export { tasks } from "./extension.ts";
export { isTask, type TaskHandle, type TaskOptions, taskHandle } from "./handle.ts";
export type { Task, TaskStatus } from "./task.ts";
export type { TaskEvents } from "./task-events.ts";
export type { WaitOptions } from "./wait/options.ts";
