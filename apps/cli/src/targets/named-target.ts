import { isAbsolute, resolve } from "node:path";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import { nearest } from "../text/nearest.ts";
import { configPlaces, namedPlace, type Surroundings } from "./config-places.ts";
import { entryTarget } from "./entry-target.ts";
import { type ConfigReading, readConfigs, readNamedConfig } from "./read-config.ts";
import type { Target } from "./target.ts";

/**
 * Reads the servers people have, or those of `--config`.
 *
 * @param options - of the command line
 * @param around - where this runs
 */
export async function knownServers(options: Options, around: Surroundings): Promise<ConfigReading> {
  const file = options.value("config");
  if (file === undefined) return await readConfigs(configPlaces(around), around.cwd);
  const path = isAbsolute(file) ? file : resolve(around.cwd, file);
  return { entries: await readNamedConfig(namedPlace(path)), problems: [] };
}

/**
 * Finds a server by its name in the configuration files.
 *
 * @param name - as typed
 * @param options - of the command line
 * @param around - where this runs
 * @throws CliError when there is none, or its entry cannot be used
 */
export async function namedTarget(name: string, options: Options, around: Surroundings): Promise<Target> {
  const { entries, problems } = await knownServers(options, around);
  const named = entries.find((entry) => entry.name === name);
  if (named !== undefined) {
    return await entryTarget(named, around);
  }
  const names = new Set(entries.map((entry) => entry.name));
  throw usageError(unknownServer(name, problems), hintFor(name, names), "unknown_server");
}

function unknownServer(name: string, problems: readonly string[]): string {
  const unread = problems.length === 0 ? "" : ` (${problems.join("; ")})`;
  return `No server is called "${name}"${unread}.`;
}

function hintFor(name: string, names: ReadonlySet<string>): string {
  if (looksLikeHost(name)) {
    const local = /^(localhost|127\.|\[::1\])/.test(name);
    return `A URL starts with its scheme: ${local ? "http" : "https"}://${name}`;
  }
  const guess = nearest(name, names);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  if (names.size === 0) return "No configuration file has any. Give a URL, or a command after --.";
  return `There are ${[...names].join(", ")}. Or give a URL, or a command after --.`;
}

function looksLikeHost(name: string): boolean {
  return (
    /^(localhost|\[::1\]|(?:[\w-]+\.)+[a-z\d]{2,}|(?:\d{1,3}\.){3}\d{1,3})(:\d+)?(\/|$)/i.test(name) &&
    !/\.(js|ts|py|json)$/i.test(name)
  );
}
