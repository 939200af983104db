import { type JsonObject, own, readHeaderAnnotations } from "@snodo/protocol";
import { type Core, mirrorsHeaders } from "../connection/core.ts";

/**
 * Remembers what calls by name need of the listed tools: output schemas when something checks them, and which
 * arguments are mirrored into headers. Tools whose annotations are invalid are left out where headers matter.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension.
 *
 * @param tool - a listed tool of the right shape
 * @returns what is wrong with it, or undefined when it may be used
 */
export function learnTool(core: Core, tool: JsonObject): string | undefined {
  const { link } = core;
  if (core.settings.options.outputValidator !== undefined && tool["outputSchema"] !== undefined) {
    link.outputSchemas.set(String(tool["name"]), tool["outputSchema"]);
  }
  if (!mirrorsHeaders(core)) return undefined;
  const read = readHeaderAnnotations(own(tool, "inputSchema"));
  if (!read.valid) return read.problem;
  const name = String(tool["name"]);
  if (read.plan.length > 0) link.toolPlans.set(name, read.plan);
  else link.toolPlans.delete(name);
  return undefined;
}

/** A listing begins again: what was known of the tools is replaced. */
export function forgetTools(core: Core): void {
  core.link.toolPlans.clear();
  core.link.outputSchemas.clear();
}
