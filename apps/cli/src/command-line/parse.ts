import { parseArgs } from "node:util";
import { usageError } from "../exit/cli-error.ts";
import { nearest } from "../text/nearest.ts";
import { OPTIONS, type OptionSpec, Options, optionNamed } from "./options.ts";

/** A command line, taken apart. */
export interface CommandLine {
  /** What is neither an option nor a value of one, the name of the command first. */
  readonly words: readonly string[];
  readonly options: Options;
  /** The command of a server, after `--`. */
  readonly server: readonly string[] | undefined;
}

const CONFIG = Object.fromEntries(
  OPTIONS.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      multiple: true,
      ...(short === undefined ? {} : { short }),
    },
  ]),
);

/**
 * Takes a command line apart. Values stay texts; what they mean is for those who use them.
 *
 * @param argv - without the program
 * @throws CliError for an option that does not exist, or lacks its value
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const end = argv.indexOf("--");
  const own = end < 0 ? argv : argv.slice(0, end);
  const { args, json } = takeJsonArguments(own);
  // Not strict: what is wrong is said here, in the words of this command.
  const { tokens } = parseArgs({
    args,
    options: CONFIG,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const spec = optionNamed(token.name);
    if (spec === undefined) throw unknownOption(token.rawName, end < 0 ? words : []);
    values.set(spec.name, [...(values.get(spec.name) ?? []), given(spec, token.rawName, token.value)]);
  }
  return { words, options: new Options(values, json), server: end < 0 ? undefined : argv.slice(end + 1) };
}

/** `--json` alone is a switch; before an object it gives the arguments of a call as well. */
function takeJsonArguments(argv: readonly string[]): { args: string[]; json: string | undefined } {
  const args: string[] = [];
  let json: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    const next = argv[at + 1]?.trimStart() ?? "";
    if (word === "--json" && next.startsWith("{")) {
      json = next;
      at += 1;
      args.push(word);
    } else if (word.startsWith("--json=")) {
      json = word.slice("--json=".length);
      args.push("--json");
    } else args.push(word);
  }
  return { args, json };
}

function given({ name, value: called }: OptionSpec, raw: string, value: string | undefined): string {
  if (called === undefined) {
    if (value !== undefined) throw usageError(`${raw} takes no value, and got "${value}".`);
    return "";
  }
  if (value !== undefined) return value;
  throw usageError(`${raw} needs a value.`, `Write --${name} ${called}.`);
}

/** `words` are those before it, when no server's command follows after `--`. */
function unknownOption(raw: string, words: readonly string[]): Error {
  const guess = nearest(
    raw.replace(/^-+/, ""),
    OPTIONS.map(({ name }) => name),
  );
  return usageError(
    `There is no option ${raw}.`,
    guess === undefined ? elsewhere(raw, words) : `Did you mean --${guess}?`,
  );
}

function elsewhere(raw: string, [command, server]: readonly string[]): string {
  if (server === undefined || server.includes("://")) return "`snodo help` lists the options.";
  return `The command of a server goes after --, as in: snodo ${command} -- ${server} ${raw} …`;
}
