import { type FileHandle, open, stat } from "node:fs/promises";
import { getuid } from "node:process";
import { isObject, own } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import type { ConfigPlace } from "./config-places.ts";

/** A server of a configuration file, not looked into yet. */
export interface NamedEntry {
  readonly name: string;
  /** As it is in the file. */
  readonly entry: unknown;
  /** Where in the file it is, such as `mcpServers.github`. */
  readonly path: string;
  readonly place: ConfigPlace;
}

/** What was found in the files. */
export interface ConfigReading {
  readonly entries: readonly NamedEntry[];
  /** Files that are there and cannot be used, one line each. */
  readonly problems: readonly string[];
}

/** Whose files are used. */
export interface Owners {
  /** Undefined where users have no numbers. */
  readonly user: number | undefined;
  /** Who has the folder somebody works in. */
  readonly folder: number | undefined;
}

/**
 * Reads the servers of several files. A file that is not there has none; one that cannot be used does not keep the
 * others from being read.
 *
 * @param places - the files, nearest first
 * @param cwd - where somebody works
 */
export async function readConfigs(places: readonly ConfigPlace[], cwd: string): Promise<ConfigReading> {
  const problems: string[] = [];
  const entries: NamedEntry[] = [];
  const folder = await stat(cwd).catch(() => undefined);
  const owners = { user: getuid?.(), folder: folder?.uid };
  const files = await Promise.all(places.map((place) => readOne(place, owners)));
  for (const [index, file] of files.entries()) {
    const place = places[index];
    if (place === undefined || file === undefined) continue;
    if ("problem" in file) problems.push(file.problem);
    else entries.push(...entriesOf(file.content, place));
  }
  return { entries, problems };
}

/**
 * Reads the servers of a file that was named.
 *
 * @throws CliError when it is not there, is no JSON, or has no servers
 */
export async function readNamedConfig(place: ConfigPlace): Promise<readonly NamedEntry[]> {
  const file = await readOne(place);
  if (file === undefined) throw usageError(`${place.path} does not exist.`, undefined, "config");
  if ("problem" in file) throw usageError(`${file.problem}.`, undefined, "config");
  const entries = entriesOf(file.content, place);
  if (entries.length > 0) return entries;
  throw usageError(`${place.path} has no servers: "mcpServers" is missing or empty.`, undefined, "config");
}

/**
 * Says whether a file is somebody else's: a command in it would run as this user.
 *
 * @param owner - whose it is
 * @param owners - whose files are used, besides those of root
 */
export function isForeign(owner: number, { user, folder }: Owners): boolean {
  return user !== undefined && ![user, folder, 0].includes(owner);
}

async function readOne(
  place: ConfigPlace,
  owners?: Owners,
): Promise<{ content: unknown } | { problem: string } | undefined> {
  let file: FileHandle | undefined;
  let text: string;
  try {
    file = await open(place.path);
    if (place.found === true && owners !== undefined && isForeign((await file.stat()).uid, owners)) {
      return { problem: `${place.path} belongs to another user; name it with --config to use it` };
    }
    text = await file.readFile("utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { problem: `${place.path} cannot be read (${code})` };
  } finally {
    await file?.close();
  }
  const { readJsonc } = await import("./read-jsonc.ts");
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") return { content: {} };
  const read = readJsonc(plain);
  return "problem" in read
    ? { problem: `${place.path} is no JSON: ${read.problem}` }
    : { content: read.value };
}

function entriesOf(content: unknown, place: ConfigPlace): readonly NamedEntry[] {
  return place.keys.flatMap((keys) => {
    let value: unknown = content;
    for (const key of keys) value = isObject(value) ? own(value, key) : undefined;
    if (!isObject(value)) return [];
    const path = keys.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join(".");
    return Object.entries(value).map(([name, entry]) => ({ name, entry, path: `${path}.${name}`, place }));
  });
}
