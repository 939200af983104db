import { isAbsolute, resolve } from "node:path";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import { nearest } from "../text/nearest.ts";
import { configPlaces, namedPlace, type Surroundings } from "./config-places.ts";
import { type ConfigReading, readConfigs, readNamedConfig } from "./read-config.ts";
import type { Target } from "./target.ts";

/** A target, and the words of the command line that are left. */
export interface FoundTarget {
  readonly target: Target;
  readonly words: readonly string[];
}

/**
 * Finds the server a command is about: the command after `--`, else the first word, which is a URL or a name.
 *
 * @param words - of the command line, after the name of the command
 * @param server - what came after `--`
 * @param options - of the command line
 * @param around - where this runs
 * @throws CliError when there is none, or it cannot be used
 */
export async function findTarget(
  words: readonly string[],
  server: readonly string[] | undefined,
  options: Options,
  around: Surroundings,
): Promise<FoundTarget> {
  if (server !== undefined) return { target: typedCommand(server), words };
  const [name, ...rest] = words;
  if (name === undefined) {
    throw usageError(
      "Which server?",
      "Give a URL, a name that `snodo servers` lists, or a command after --, such as -- npx -y some-server.",
    );
  }
  if (/^https?:\/\//i.test(name)) return { target: urlTarget(name), words: rest };
  return { target: await namedTarget(name, options, around), words: rest };
}

/**
 * Reads the servers people have, or those of `--config`.
 *
 * @param options - of the command line
 * @param around - where this runs
 */
export async function knownServers(options: Options, around: Surroundings): Promise<ConfigReading> {
  const file = options.value("config");
  if (file === undefined) return await readConfigs(configPlaces(around));
  const path = isAbsolute(file) ? file : resolve(around.cwd, file);
  return { entries: await readNamedConfig(namedPlace(path)), problems: [] };
}

function typedCommand([command, ...args]: readonly string[]): Target {
  if (command === undefined) {
    throw usageError("There is no command after --.", "Write the command that starts the server there.");
  }
  return { kind: "command", command, args, env: {}, cwd: undefined, typed: true };
}

function urlTarget(url: string): Target {
  if (!URL.canParse(url)) throw usageError(`${url} is no valid URL.`);
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") {
    throw usageError(
      "Credentials in a URL end up in logs and histories, and are not sent.",
      'Send them with --header "Authorization: Basic …".',
    );
  }
  return { kind: "url", url, headers: {}, sse: false };
}

async function namedTarget(name: string, options: Options, around: Surroundings): Promise<Target> {
  const { entries, problems } = await knownServers(options, around);
  const named = entries.find((entry) => entry.name === name);
  if (named !== undefined) {
    const { entryTarget } = await import("./entry-target.ts");
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
    /^(localhost|\[::1\]|(?:[\w-]+\.)+[a-z\d]{2,})(:\d+)?(\/|$)/i.test(name) &&
    !/\.(js|ts|py|json)$/i.test(name)
  );
}
