import type { Readable, Writable } from "node:stream";
import { type CommandSpec, commandNamed } from "./command-line/commands.ts";
import { COMMON_OPTIONS, Options } from "./command-line/options.ts";
import { type CommandLine, parseCommandLine } from "./command-line/parse.ts";
import { OWN_COMMANDS, SERVER_COMMANDS } from "./commands/table.ts";
import { usageError } from "./exit/cli-error.ts";
import { EXIT, type ExitCode } from "./exit/exit-codes.ts";
import type { Invocation } from "./invocation.ts";
import { Output, type OutputStream } from "./output/output.ts";
import type { Stopper } from "./stopper.ts";
import type { Surroundings } from "./targets/config-places.ts";

/** What the program runs in. */
export interface Host {
  /** Without the program. */
  readonly argv: readonly string[];
  readonly around: Surroundings;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream;
  readonly stderr: Writable & OutputStream;
  readonly stopper: Stopper;
}

/**
 * Runs one command line, and tells what goes wrong. Never rejects.
 *
 * @param host - what it runs in
 * @returns what to exit with
 */
export async function main(host: Host): Promise<ExitCode> {
  let server: string | undefined;
  let output = outputOf(
    host,
    new Options(new Map(host.argv.includes("--json") ? [["json", [""]]] : []), undefined),
  );
  try {
    if (host.argv[0] === "__complete") return await complete(host, output);
    const line = parseCommandLine(host.argv);
    output = outputOf(host, line.options);
    const { around, stdin, stderr, stopper } = host;
    const [name, ...words] = line.words;
    const { options, server: command } = line;
    const common = { words, options, server: command, output, around, stdin, stderr, stopper };
    const serverKnown = (label: string): void => {
      server = label;
    };
    return await run({ ...common, name: name ?? "", serverKnown }, line);
  } catch (error) {
    const { signal } = host.stopper;
    const { failureOf } = await import("./exit/failure.ts");
    const { tellFailure } = await import("./exit/tell-failure.ts");
    // Whatever failed because the command was ended, why it was ended is what happened.
    const failure = failureOf(signal.aborted ? signal.reason : error, server);
    tellFailure(output, failure);
    return failure.exit;
  }
}

async function run(invocation: Invocation, line: CommandLine): Promise<ExitCode> {
  const { name, options, output, words } = invocation;
  if (options.has("version")) {
    const { VERSION } = await import("@snodo/client");
    output.text(`snodo ${VERSION}`);
    return EXIT.Ok;
  }
  if (name === "" || options.has("help")) {
    const { help } = await import("./commands/help.ts");
    return await help({ ...invocation, words: name === "" || name === "help" ? words : [name] });
  }
  const command = commandNamed(name);
  if (command === undefined) {
    const { unknownCommand } = await import("./commands/help.ts");
    throw unknownCommand(name);
  }
  checkOptions(command, line);
  const own = OWN_COMMANDS.get(name);
  if (own !== undefined) return await (await own())(invocation);
  const { withServer } = await import("./connection/open.ts");
  const load = SERVER_COMMANDS.get(name);
  if (load === undefined) throw new Error(`the command ${name} does nothing`);
  return await withServer(invocation, load);
}

/** What the scripts of `snodo completion` ask. */
async function complete(host: Host, output: Output): Promise<ExitCode> {
  const { completeLine } = await import("./completion/complete-line.ts");
  const { argv, around, stdin, stderr, stopper } = host;
  const options = new Options(new Map(), undefined);
  const invocation = {
    name: "__complete",
    words: [],
    options,
    server: undefined,
    output,
    around,
    stdin,
    stderr,
    stopper,
  };
  const text = await completeLine(argv.slice(1), { ...invocation, serverKnown: () => undefined });
  if (text !== "") output.text(text);
  return EXIT.Ok;
}

/** An option that has no effect was not meant like this. */
function checkOptions({ name, options }: CommandSpec, line: CommandLine): void {
  const allowed: ReadonlySet<string> = new Set([...COMMON_OPTIONS, ...options]);
  const extra = line.options.names().find((each) => !allowed.has(each));
  if (extra !== undefined)
    throw usageError(`snodo ${name} has no option --${extra}.`, `\`snodo help ${name}\` lists them.`);
}

function outputOf({ stdout, stderr, around }: Host, options: Options): Output {
  return new Output(stdout, stderr, around.env, options);
}
