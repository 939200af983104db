import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import type { Surroundings } from "./config-places.ts";
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
  // Most targets are no names: reading files takes modules they do not need.
  const { namedTarget } = await import("./named-target.ts");
  return { target: await namedTarget(name, options, around), words: rest };
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
