import type { Tool } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import { nearest } from "../text/nearest.ts";

/** How many names an error lists. */
const SHOWN = 12;

/**
 * Finds a tool by its name.
 *
 * @param tools - as listed
 * @param name - as typed
 * @throws CliError with the nearest name when there is none
 */
export function findTool(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    "tool",
    name,
    tools.map((tool) => tool.name),
    "unknown_tool",
  );
}

/**
 * The error of a name that a server does not have.
 *
 * @param kind - what it should have been
 * @param name - as typed
 * @param names - what there is
 * @param reason - for scripts
 */
export function unknownName(kind: string, name: string, names: readonly string[], reason: string): Error {
  const guess = nearest(name, names);
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  const all =
    names.length === 0
      ? `The server has no ${kind}s.`
      : `There are ${names.slice(0, SHOWN).join(", ")}${more}.`;
  return usageError(
    `The server has no ${kind} "${name}".`,
    guess === undefined ? all : `Did you mean ${guess}?`,
    reason,
  );
}
