import { type JsonRpcNotification, type LogMessage, messageOf, type Progress, quote } from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import type { ServerRequests } from "./server-requests.ts";

/**
 * Takes a notification that belongs to no call: the cache hears of it first, then whoever watches.
 *
 * @param core - the client
 * @param requests - where a withdrawn server request ends
 * @param message - the notification
 */
export function sessionNotification(
  core: Core,
  requests: ServerRequests,
  message: JsonRpcNotification,
): void {
  core.cache?.invalidate(message);
  switch (message.method) {
    case "notifications/cancelled":
      requests.cancelled(message.params);
      return;
    case "notifications/progress":
      strayProgress(core, message);
      return;
    case "notifications/message":
      log(core, message);
      return;
    case "notifications/tasks/status":
      core.link.tasks.state(message.params);
      others(core, message);
      return;
    default:
      others(core, message);
  }
}

function strayProgress(core: Core, { params }: JsonRpcNotification): void {
  const onProgress = core.link.tasks.onProgress(params);
  if (onProgress !== undefined) isolated(core, "onProgress", () => onProgress(params as unknown as Progress));
  // Some servers invent tokens, others report after the answer.
  else report(core, "debug", "stray_progress", "progress for no call in flight");
}

function log(core: Core, message: JsonRpcNotification): void {
  const ofTask = core.link.tasks.onLog(message.params);
  if (ofTask === undefined && takenByCalls(core, message)) return;
  const onLog = ofTask ?? core.settings.options.onLog;
  if (onLog !== undefined)
    isolated(core, "onLog", () => onLog((message.params ?? {}) as unknown as LogMessage));
}

function others(core: Core, message: JsonRpcNotification): void {
  const { onNotification } = core.settings.options;
  core.watch.deliver(message);
  if (onNotification !== undefined)
    isolated(core, "onNotification", () => onNotification(message.method, message.params ?? {}));
}

/** On a shared pipe a log message names no request, so every call in flight that asked for logs gets it. */
function takenByCalls(core: Core, message: JsonRpcNotification): boolean {
  let taken = false;
  for (const call of core.link.active.all()) taken = call.log(message) || taken;
  return taken;
}

/** Runs a callback of the application; what it throws is reported and goes no further. */
export function isolated(core: Core, name: string, run: () => unknown): void {
  try {
    const outcome = run();
    if (outcome instanceof Promise) outcome.catch((error: unknown) => thrown(core, name, error));
  } catch (error) {
    thrown(core, name, error);
  }
}

function thrown(core: Core, name: string, error: unknown): void {
  core.link.diagnostics.report({
    level: "warning",
    code: "callback_failed",
    message: `the ${name} callback threw: ${quote(messageOf(error), 200)}`,
    server: core.link.label,
    cause: error,
  });
}

function report(core: Core, level: "debug" | "warning", code: string, message: string): void {
  core.link.diagnostics.report({ level, code, message, server: core.link.label });
}
