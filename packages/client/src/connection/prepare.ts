import { isMcpError, messageOf } from "@snodo/protocol";
import { exchange } from "../calls/exchange.ts";
import { askForLevel } from "../calls/log-level.ts";
import { NO_OPTIONS } from "../calls/outgoing.ts";
import type { Core } from "./core.ts";

/**
 * Asks an initialize-era server for what the options want from it: once it is connected, and again in a session that
 * replaces a lost one. What it refuses is reported and does not matter otherwise.
 *
 * @param core - a client whose version is settled
 * @param signal - gives up; rejects with its own reason
 */
export async function prepare(core: Core, signal?: AbortSignal): Promise<void> {
  const { link, settings, watch } = core;
  if (link.dialect.era !== "initialize") return;
  if (settings.hasHandlers || watch.active) link.openChannel();
  const level = core.logLevel ?? settings.options.logLevel;
  core.logLevel = undefined;
  if (level !== undefined) await orReport(core, askForLevel(core, level, signal, true));
  for (const uri of watch.uris()) {
    const params = { uri };
    const out = { method: "resources/subscribe", params, options: NO_OPTIONS };
    await orReport(
      core,
      exchange(core, { ...out, descriptor: undefined, tool: undefined, setup: true }, params),
    );
  }
}

async function orReport(core: Core, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // The caller's own reason.
    if (!isMcpError(error)) throw error;
    core.link.diagnostics.report({
      level: "warning",
      code: "session_setup_failed",
      message: `the session could not be set up as wished: ${messageOf(error)}`,
      server: core.link.label,
      cause: error,
    });
  }
}
