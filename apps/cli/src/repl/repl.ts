import { createInterface } from "node:readline";
import { COMMANDS } from "../command-line/commands.ts";
import { parseCommandLine } from "../command-line/parse.ts";
import type { Candidate } from "../completion/candidate.ts";
import { placeOf } from "../completion/place.ts";
import { CliError, usageError } from "../exit/cli-error.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import { failureOf } from "../exit/failure.ts";
import { tellFailure } from "../exit/tell-failure.ts";
import { canAsk } from "../interaction/handlers.ts";
import type { ServerCall, ServerCommand } from "../invocation.ts";
import { safeLine } from "../output/safe-text.ts";
import { nearest } from "../text/nearest.ts";
import { quotedBehind } from "../text/quote-words.ts";
import { splitWords } from "../text/split-words.ts";
import { LineReader } from "./read-line.ts";

/** Loads the commands a line may hold. */
export type Commands = ReadonlyMap<string, () => Promise<ServerCommand>>;

/**
 * Runs one command a line on one connection: on a terminal with history and completion, else line by line out of stdin.
 *
 * @param call - the connection
 * @param commands - what lines may hold
 * @returns on a terminal 0; else the code of the last line that failed
 */
export async function runRepl(call: ServerCall, commands: Commands): Promise<ExitCode> {
  const { client, words } = call;
  if (words.length > 0) throw usageError(`"${words[0]}" is one word too many.`);
  let lost: CliError | undefined;
  void client.closed.then(({ message }) => {
    lost = new CliError(message, { exit: EXIT.Unreachable, reason: "connection_lost" });
  });
  const run = async (line: string): Promise<ExitCode | "leave"> => {
    const code = await runLine(line, call, commands);
    if (lost !== undefined) throw lost;
    return code;
  };
  return canAsk(call) ? await talk(call, run) : await runScript(call, run);
}

type Run = (line: string) => Promise<ExitCode | "leave">;

async function talk(call: ServerCall, run: Run): Promise<ExitCode> {
  const { client, stdin, stderr, output, stopper } = call;
  const { serverInfo } = client.session;
  const name = safeLine(serverInfo?.name ?? "server").slice(0, 24);
  output.note(`Connected to ${client.label}. "help" lists the commands, "exit" or Ctrl-D leaves.`);
  const reader = new LineReader(stdin, stderr, (line) => complete(line, call));
  for (let interrupts = 0; ; ) {
    const line = await reader.read(`${name}> `);
    if (line.type === "end") break;
    if (line.type === "interrupt") {
      interrupts += 1;
      if (interrupts === 2) break;
      output.note("Once more leaves.");
      continue;
    }
    interrupts = 0;
    if ((await run(line.text)) === "leave") break;
    stopper.renew();
  }
  return EXIT.Ok;
}

async function runScript({ stdin, stopper }: ServerCall, run: Run): Promise<ExitCode> {
  let last: ExitCode = EXIT.Ok;
  for await (const line of createInterface({ input: stdin })) {
    const code = await run(line);
    if (code === "leave") break;
    if (code !== EXIT.Ok) last = code;
    stopper.signal.throwIfAborted();
  }
  return last;
}

/** One line. What goes wrong is told, and the next may follow. */
async function runLine(line: string, call: ServerCall, commands: Commands): Promise<ExitCode | "leave"> {
  const { words: typed, quote } = splitWords(line);
  const [name] = typed;
  if (name === undefined || name.startsWith("#")) return EXIT.Ok;
  if (name === "exit" || name === "quit") return "leave";
  let { output } = call;
  try {
    if (quote !== undefined) throw usageError(`A ${quote} is not closed.`);
    const { options, words } = parseCommandLine(typed);
    output = output.with(options);
    if (name === "help") {
      output.text(helpText(commands));
      return EXIT.Ok;
    }
    const load = commands.get(name);
    if (load === undefined) throw unknown(name, commands);
    return await (await load())({ ...call, words: words.slice(1), options, output });
  } catch (error) {
    const { signal } = call.stopper;
    const failure = failureOf(signal.aborted ? signal.reason : error, call.client.label);
    tellFailure(output, failure);
    return failure.exit;
  }
}

function unknown(name: string, commands: Commands): Error {
  const guess = nearest(name, commands.keys());
  return usageError(
    `There is no command "${name}" here.`,
    guess === undefined ? '"help" lists the commands.' : `Did you mean ${guess}?`,
  );
}

function helpText(commands: Commands): string {
  const listed = COMMANDS.filter(({ name }) => commands.has(name));
  const usages = listed.map(({ name, usage }) => `${name} ${usage.replace(/^SERVER ?/, "")}`.trimEnd());
  const width = Math.max(...usages.map((usage) => usage.length));
  return [
    ...listed.map(({ about }, index) => `  ${(usages[index] ?? "").padEnd(width)}  ${about}`),
    `  ${"exit".padEnd(width)}  Leave`,
  ].join("\n");
}

async function complete(line: string, call: ServerCall): Promise<readonly [string[], string]> {
  const { words, open, quote, before } = splitWords(line);
  const typed = open ? words : [...words, ""];
  const part = typed.at(-1) ?? "";
  const place = placeOf(typed, true);
  const cut = quote === undefined ? 0 : before;
  const written = (text: string): string | undefined => quotedBehind(text.slice(cut), quote);
  const replaced = written(part) ?? part;
  const fitting = (candidates: readonly Candidate[]): string[] =>
    candidates.flatMap(({ value }) => {
      const word = value.startsWith(part) ? written(value) : undefined;
      // A word that is complete is followed by a space; an argument goes on behind its sign.
      return word === undefined ? [] : [value.endsWith("=") ? word : `${word}${quote ?? ""} `];
    });
  if (place.type === "words") return [fitting(place.candidates), replaced];
  if (place.type !== "live") return [[], replaced];
  const { liveCandidates } = await import("../completion/live.ts");
  const found = await liveCandidates(call.client, place.wanted, part, place.given, call.stopper.signal);
  return [fitting(found), replaced];
}
