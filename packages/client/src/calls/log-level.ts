import { isMcpError, LOG_LEVELS, type LogLevel, quote } from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import type { CallOptions } from "../options.ts";
import { exchange } from "./exchange.ts";
import { NO_OPTIONS } from "./outgoing.ts";

/**
 * In the initialize era the log level belongs to the session: sets it when a call asks for another one.
 *
 * @returns what to wait for, or undefined when the level is right already; rejects only when nothing can be sent
 */
export function ensureLogLevel(core: Core, options: CallOptions): Promise<void> | undefined {
  const level = options.logLevel;
  if (level === undefined || level === core.logLevel || core.link.dialect.logging !== "setLevel")
    return undefined;
  return askForLevel(core, level, options.signal);
}

/**
 * As {@link setLogLevel} for a wish that is not the point: a server that refuses it is reported, and asked once only.
 *
 * @param setup - true while the session is being set up
 */
export async function askForLevel(
  core: Core,
  level: LogLevel,
  signal: AbortSignal | undefined,
  setup: boolean = false,
): Promise<void> {
  try {
    await setLogLevel(core, level, signal, setup);
  } catch (error) {
    if (!isMcpError(error) || error.kind !== "server") throw error;
    core.logLevel = level;
    core.link.diagnostics.report({
      level: "warning",
      code: "log_level_refused",
      message: `the server did not accept the log level ${level}: ${quote(error.message, 200)}`,
      server: core.link.label,
      cause: error,
    });
  }
}

/**
 * Asks for log messages from a level on: an initialize-era server once, a stateless one with each later call.
 *
 * Spec: 2025-11-25 server/utilities/logging; 2026-07-28 server/utilities/logging.
 *
 * @throws TypeError for a level that does not exist; McpError as any call
 */
export async function setLogLevel(
  core: Core,
  level: LogLevel,
  signal?: AbortSignal,
  setup: boolean = false,
): Promise<void> {
  if (!LOG_LEVELS.includes(level)) throw new TypeError(`logLevel must be one of ${LOG_LEVELS.join(", ")}`);
  const method = "logging/setLevel";
  const refused = core.link.refusal({ method });
  if (refused !== undefined) throw refused;
  const before = core.logLevel;
  core.logLevel = level;
  if (core.link.dialect.logging === "meta") return;
  const params = { level };
  const options = signal === undefined ? NO_OPTIONS : { signal };
  try {
    await exchange(core, { method, params, options, descriptor: undefined, tool: undefined, setup }, params);
  } catch (error) {
    core.logLevel = before;
    throw error;
  }
}
