import type { LogLevel } from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import type { CallOptions } from "../options.ts";
import { exchange } from "./exchange.ts";
import { NO_OPTIONS } from "./outgoing.ts";

/**
 * In the initialize era the log level belongs to the session: sets it when a call asks for another one.
 *
 * @returns what to wait for, or undefined when the level is right already
 */
export function ensureLogLevel(core: Core, options: CallOptions): Promise<void> | undefined {
  const level = options.logLevel;
  if (level === undefined || level === core.logLevel || core.link.dialect.logging !== "setLevel")
    return undefined;
  return setLogLevel(core, level);
}

/**
 * Asks an initialize-era server for log messages from a level on.
 *
 * Spec: 2025-11-25 server/utilities/logging.
 *
 * @throws McpError as any call
 */
export async function setLogLevel(core: Core, level: LogLevel): Promise<void> {
  const before = core.logLevel;
  core.logLevel = level;
  try {
    await exchange(
      core,
      {
        method: "logging/setLevel",
        params: { level },
        options: NO_OPTIONS,
        descriptor: undefined,
        tool: undefined,
      },
      { level },
    );
  } catch (error) {
    core.logLevel = before;
    throw error;
  }
}
