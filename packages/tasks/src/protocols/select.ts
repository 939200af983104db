import type { Client } from "@snodo/client";
import { findMethod } from "@snodo/protocol";
import { coreTasks } from "./core-tasks.ts";
import { extensionTasks } from "./extension-tasks.ts";
import type { TaskProtocol } from "./protocol.ts";

/**
 * How the connection of a client speaks of tasks. A revision without tasks gets the extension's words: the client
 * refuses them before anything is sent.
 */
export function protocolOf(client: Client): TaskProtocol {
  return speaksCoreTasks(client) ? coreTasks : extensionTasks;
}

/** Whether tasks belong to the revision itself (2025-11-25) and a client asks for them call by call. */
export function speaksCoreTasks(client: Client): boolean {
  return findMethod(client.session.protocolVersion, "tasks/result") !== undefined;
}
