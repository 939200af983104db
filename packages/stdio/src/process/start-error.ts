import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type McpError, messageOf, quote, transportError } from "@snodo/protocol";
import type { Settings } from "../options.ts";

/** What brings a launcher onto a machine, for the ones servers are usually started with. */
const LAUNCHERS: ReadonlyMap<string, string> = new Map([
  ["npx", "npx comes with Node.js; install it"],
  ["node", "install Node.js"],
  ["bunx", "bunx comes with Bun; install it"],
  ["uvx", "uvx comes with uv; install it"],
  ["uv", "install uv"],
  ["docker", "install Docker"],
]);

/**
 * Explains why a process could not be started and what to do about it.
 *
 * @param settings - how it was to be started
 * @param label - names it
 * @param thrown - what spawning threw, or the `error` event's argument
 */
export function startError(settings: Settings, label: string, thrown: unknown): McpError {
  const osCode = osCodeOf(thrown);
  const reason = { type: "spawn_failed" as const, command: settings.command, osCode };
  const what =
    osCode === undefined ? quote(messageOf(thrown), 200) : `${osCode}, ${explain(osCode, settings)}`;
  return transportError(`could not start ${label}: ${what}`, reason, { cause: thrown });
}

function explain(osCode: string, { command, args, cwd }: Settings): string {
  // The system reports a missing directory as if the command were missing.
  if (osCode === "ENOENT" && cwd !== undefined && !existsSync(cwd)) {
    return `the working directory ${quote(cwd, 200)} does not exist. Check cwd`;
  }
  const name = quote(command, 120);
  if (osCode === "ENOENT") {
    const isPath = /[\\/]/u.test(command);
    // A script is started through the program in its first line, and it is that one the system misses.
    if (isPath && existsSync(resolve(cwd ?? "", command))) {
      return `"${name}" exists, but not the interpreter its first line names. Install it anew, or start it through its interpreter`;
    }
    const spaced = /\s/u.test(command) && args.length === 0;
    if (spaced) return `there is no command "${name}". Give its words one by one in args`;
    if (isPath) return `there is no file "${name}". Check the path`;
    const launcher = LAUNCHERS.get(command);
    const hint = launcher ?? "Is it installed? If it is an npm package, run it with npx";
    return `there is no command "${name}" on the PATH the server gets. ${hint}, or give the full path`;
  }
  if (osCode === "EACCES") {
    return `"${name}" may not be executed. Check that it is a program with execute permission, or start it through its interpreter`;
  }
  if (osCode === "E2BIG") return "the arguments and environment are too long. Pass less of either";
  if (osCode === "EMFILE" || osCode === "ENFILE") {
    return "too many files are open. Close connections, or raise the limit of open files";
  }
  if (osCode === "EAGAIN") return "no more processes can be started. Close connections, or raise the limit";
  return `"${name}" was refused by the operating system`;
}

function osCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
