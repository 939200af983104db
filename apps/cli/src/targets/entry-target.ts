import { readFile } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { parseEnv } from "node:util";
import { type CliError, usageError } from "../exit/cli-error.ts";
import type { Surroundings } from "./config-places.ts";
import type { CommandEntry, UrlEntry } from "./config-schema.ts";
import { expand } from "./expand.ts";
import type { NamedEntry } from "./read-config.ts";
import type { Target } from "./target.ts";

/**
 * Makes an entry of a configuration file a target: checked, with its references replaced.
 *
 * @param named - the entry
 * @param around - where references are replaced from
 * @throws CliError naming the file, the path in it, and what is wrong there
 */
export async function entryTarget(named: NamedEntry, around: Surroundings): Promise<Target> {
  const { readEntry } = await import("./config-schema.ts");
  const read = readEntry(named.entry);
  if ("problem" in read) throw badValue(named, read.problem.path, read.problem.message);
  const { entry } = read;
  const fill = filler(named, around);
  return isUrlEntry(entry) ? urlTarget(named, entry, fill) : await commandTarget(named, entry, fill);
}

/** How programs spell the transports that have a URL. */
const HTTP_TYPES: ReadonlySet<string> = new Set(["http", "streamable-http", "streamableHttp", "sse"]);

function isUrlEntry(entry: CommandEntry | UrlEntry): entry is UrlEntry {
  return "url" in entry;
}

/** Replaces the references of one value, or throws naming where it stands. */
type Fill = (value: string, path: string) => string;

function filler(named: NamedEntry, { env, home }: Surroundings): Fill {
  const variables = { env, home, workspace: named.place.workspace, separator: sep };
  return (value, path) => {
    const filled = expand(value, variables);
    if ("problem" in filled) throw badValue(named, path, filled.problem);
    return filled.text;
  };
}

function urlTarget(named: NamedEntry, { url, headers = {}, type = "http" }: UrlEntry, fill: Fill): Target {
  const filled = fill(url, "url");
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled))
    throw badValue(named, "url", `"${filled}" is no http(s) URL`);
  if (!HTTP_TYPES.has(type)) {
    throw badValue(named, "type", `"${type}" is not supported: only http and sse are`);
  }
  return { kind: "url", url: filled, headers: fillAll(headers, "headers", fill), sse: type === "sse" };
}

async function commandTarget(named: NamedEntry, entry: CommandEntry, fill: Fill): Promise<Target> {
  const { command, args = [], env = {}, envFile, cwd } = entry;
  const folder = cwd === undefined ? undefined : resolve(named.place.workspace, fill(cwd, "cwd"));
  const fromFile = envFile === undefined ? {} : await readEnvFile(named, fill(envFile, "envFile"));
  return {
    kind: "command",
    command: fill(command, "command"),
    args: args.map((arg, index) => fill(arg, `args[${index}]`)),
    env: { ...fromFile, ...fillAll(env, "env", fill) },
    cwd: folder,
    typed: false,
  };
}

function fillAll(values: Readonly<Record<string, string>>, path: string, fill: Fill): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fill(value, `${path}.${name}`)]),
  );
}

async function readEnvFile(named: NamedEntry, file: string): Promise<Record<string, string>> {
  const path = resolve(named.place.workspace, file);
  try {
    const entries = Object.entries(parseEnv(await readFile(path, "utf8")));
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw badValue(named, "envFile", `${path} cannot be read (${code})`);
  }
}

function badValue({ place, path }: NamedEntry, below: string, problem: string): CliError {
  const where = below === "" ? path : `${path}.${below}`;
  return usageError(`${place.path}: ${where}: ${problem}.`, undefined, "config");
}
