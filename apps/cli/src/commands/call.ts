import { type CallToolResult, ErrorCode, isMcpError, type JsonObject, type Tool } from "@snodo/protocol";
import { buildArguments } from "../args/build.ts";
import { checkArguments, refusedArguments, signature } from "../args/check.ts";
import { readText } from "../args/read-text.ts";
import { loadValidator } from "../args/validator.ts";
import { readArgumentWords } from "../args/words.ts";
import { patientCall } from "../connection/patient-call.ts";
import { CliError } from "../exit/cli-error.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import type { ServerCall, ServerCommand } from "../invocation.ts";
import { toolResultText } from "../output/content.ts";
import { FileSaver } from "../output/save-files.ts";
import { findTool } from "./find-tool.ts";
import { waitForTask } from "./wait-for-task.ts";
import { subjectOf } from "./words.ts";

/** `snodo call`: calls a tool, with its arguments checked before anything is sent. */
export const call: ServerCommand = async (given) => {
  const [name, rest] = subjectOf("call", given.words);
  const tool = await lookUp(given, name);
  const args = await argumentsOf(given, tool, rest);
  try {
    return await tell(given, tool, await run(given, tool, args));
  } catch (error) {
    // A result that is not what the tool promised is still what it gave.
    if (isMcpError(error, "output_mismatch")) await show(given, error.reason.result as CallToolResult);
    throw error;
  }
};

/** The definition of a tool; one that takes anything where the server does not list its tools. */
async function lookUp({ client, stopper }: ServerCall, name: string): Promise<Tool> {
  try {
    return findTool(await client.listTools({ signal: stopper.signal }), name);
  } catch (error) {
    const unlisted = isMcpError(error) && error.code === ErrorCode.MethodNotFound;
    if (!unlisted) throw error;
    return { name, inputSchema: { type: "object" } };
  }
}

async function argumentsOf(given: ServerCall, tool: Tool, words: readonly string[]): Promise<JsonObject> {
  const { options, output, stdin, around } = given;
  const typed = readArgumentWords(words, signature(tool));
  const json = options.jsonArguments;
  const all =
    json === undefined ? typed : [{ kind: "object" as const, text: json, from: "--json" }, ...typed];
  const args = await buildArguments(all, tool.inputSchema, (file) => readText(file, stdin, around.cwd));
  const { issues, unknown } = await checkArguments(tool, args);
  if (issues.length > 0) throw refusedArguments(tool, issues);
  for (const { argument, problem } of unknown) output.warn(`${argument} ${problem}; it is sent as it is`);
  return args;
}

async function run(given: ServerCall, tool: Tool, args: JsonObject): Promise<CallToolResult> {
  const { callToolAsTask, isTask } = await import("@snodo/tasks");
  // What checks the result has to be there before the result is.
  await loadValidator();
  const request = { method: "tools/call", params: { name: tool.name } };
  const outcome = await patientCall(given, request, (options) =>
    callToolAsTask(given.client, tool, args, options),
  );
  return isTask(outcome) ? await waitForTask(given, tool, outcome) : outcome;
}

async function tell(given: ServerCall, tool: Tool, result: CallToolResult): Promise<ExitCode> {
  await show(given, result);
  if (result.isError !== true) return EXIT.Ok;
  throw new CliError(`${tool.name} reported an error.`, { exit: EXIT.ToolError, reason: "tool_error" });
}

async function show({ output, options }: ServerCall, result: CallToolResult): Promise<void> {
  const { style } = output;
  const saver = new FileSaver(options.value("save"));
  if (output.json) output.result(result, () => "");
  // Who says where files are to be saved wants them saved, also when the result goes to a program.
  if (output.json && !options.has("save")) return;
  const text = await toolResultText(result, { style, saver });
  if (output.json) saver.tell(output);
  else output.result(result, () => text);
}
