import { type JsonRpcNotification, type LogMessage, messageOf, quote } from "@snodo/protocol";
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
  const { options } = core.settings;
  core.cache?.invalidate(message);
  switch (message.method) {
    case "notifications/cancelled":
      requests.cancelled(message.params);
      return;
    case "notifications/progress":
      // Some servers invent tokens, others report after the answer.
      report(core, "debug", "stray_progress", "progress for no call in flight");
      return;
    case "notifications/message":
      if (!takenByCalls(core, message) && options.onLog !== undefined)
        isolated(core, "onLog", () => options.onLog?.((message.params ?? {}) as unknown as LogMessage));
      return;
    default:
      core.watch.deliver(message);
      if (options.onNotification !== undefined) {
        isolated(core, "onNotification", () =>
          options.onNotification?.(message.method, message.params ?? {}),
        );
      }
  }
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
