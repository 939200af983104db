import { COMMANDS, type CommandSpec, commandNamed } from "../command-line/commands.ts";
import { COMMON_OPTIONS, OPTIONS, type OptionName, type OptionSpec } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import type { Invocation } from "../invocation.ts";
import type { Output } from "../output/output.ts";
import { type Cell, table } from "../output/table.ts";
import { nearest } from "../text/nearest.ts";

/** `snodo help`, and `--help` anywhere. */
export async function help({ words, output }: Invocation): Promise<ExitCode> {
  const [name] = words;
  if (name === undefined) {
    output.text(generalHelp(output));
    return EXIT.Ok;
  }
  const command = commandNamed(name);
  if (command === undefined) throw unknownCommand(name);
  output.text(commandHelp(command, output));
  return EXIT.Ok;
}

/**
 * The error of a command that does not exist.
 *
 * @param name - as typed
 */
export function unknownCommand(name: string): Error {
  const guess = nearest(
    name,
    COMMANDS.map((command) => command.name),
  );
  const isServer = /^https?:\/\//i.test(name);
  const instead = isServer
    ? `Say what to do with it: snodo tools ${name}`
    : "`snodo help` lists the commands.";
  return usageError(
    `There is no command "${name}".`,
    guess === undefined ? instead : `Did you mean ${guess}?`,
  );
}

function generalHelp({ style, width }: Output): string {
  const bold = (line: string): string => style("bold", line);
  const rows = COMMANDS.map(({ name, usage, about }): readonly Cell[] => [
    { text: `${name} ${usage}`, paint: bold },
    { text: about },
  ]);
  return [
    `${bold("snodo")} calls MCP servers from a terminal.`,
    "",
    "SERVER is a URL, a name that `snodo servers` lists, or a command at the end, after --:",
    "  snodo tools https://example.com/mcp",
    "  snodo tools github",
    "  snodo tools -- npx -y @modelcontextprotocol/server-everything",
    "",
    style("dim", "commands"),
    table(rows, width, 2),
    "",
    style("dim", "options of every command"),
    optionTable(COMMON_OPTIONS, { style, width }),
    "",
    style("dim", "exit codes"),
    "  0 ok · 1 the tool reported an error · 2 usage · 3 unreachable or died · 4 authorization",
    "  5 timeout · 6 the server broke the protocol · 7 input needed and nobody to ask · 130 interrupted",
    "",
    "`snodo help COMMAND` says more.",
  ].join("\n");
}

function commandHelp({ name, usage, about, options, examples = [] }: CommandSpec, output: Output): string {
  const { style } = output;
  return [
    `${style("bold", `snodo ${name}`)} ${usage}`.trimEnd(),
    "",
    about,
    ...(examples.length === 0 ? [] : ["", style("dim", "examples"), ...examples.map((line) => `  ${line}`)]),
    ...(options.length === 0 ? [] : ["", style("dim", "options"), optionTable(options, output)]),
    "",
    style("dim", "options of every command"),
    optionTable(COMMON_OPTIONS, output),
  ].join("\n");
}

function optionTable(
  names: readonly OptionName[],
  { style, width }: Pick<Output, "style" | "width">,
): string {
  const wanted: ReadonlySet<string> = new Set(names);
  const rows = OPTIONS.filter(({ name }) => wanted.has(name)).map((spec): readonly Cell[] => [
    { text: spelling(spec), paint: (line) => style("bold", line) },
    { text: spec.about },
  ]);
  return table(rows, width, 2);
}

function spelling({ name, short, value }: OptionSpec): string {
  const letter = short === undefined ? "    " : `-${short}, `;
  return `${letter}--${name}${value === undefined ? "" : ` ${value}`}`;
}
