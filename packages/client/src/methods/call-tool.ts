import {
  type CallToolResult,
  ErrorCode,
  type InputRequiredResult,
  isObject,
  type JsonObject,
  McpError,
  quote,
  readHeaderAnnotations,
  type Tool,
} from "@snodo/protocol";
import { NO_OPTIONS } from "../calls/outgoing.ts";
import { call } from "../calls/perform.ts";
import { type Core, mirrorsHeaders } from "../connection/core.ts";
import type { CallOptions } from "../options.ts";
import { checkBySchema, checkByTool } from "../output/check-output.ts";
import { isStandardSchema, type StandardSchema } from "../output/standard-schema.ts";

/** Options of `callTool`. */
export interface ToolCallOptions extends CallOptions {
  /** Checks `structuredContent` and types it. Any Standard Schema v1. */
  readonly output?: StandardSchema | undefined;
  /** False skips the check against the tool's own `outputSchema`. Defaults to true with an `outputValidator`. */
  readonly checkOutput?: boolean | undefined;
}

/** What `callTool` resolves with, given its options. */
export type ToolResult<Options> =
  | (Options extends { readonly output: StandardSchema<unknown, infer Output> }
      ? CallToolResult<Output>
      : CallToolResult)
  | (Options extends { readonly answerInput: false } ? InputRequiredResult : never);

/**
 * Calls a tool by name or definition.
 *
 * @throws TypeError, McpError and the signal's reason as any call; McpError reason `output_mismatch` when checked
 */
export function callTool(
  core: Core,
  tool: string | Tool,
  args: JsonObject | undefined,
  options: ToolCallOptions = NO_OPTIONS,
): Promise<JsonObject> {
  try {
    const name = typeof tool === "string" ? tool : isObject(tool) ? tool["name"] : undefined;
    if (typeof name !== "string" || name === "")
      throw new TypeError("callTool needs a tool's name or its definition");
    // The SDK takes one object, and may take a schema next. Without this the tool would be called with other arguments.
    if (isObject(tool) && "arguments" in tool && !("inputSchema" in tool))
      throw new TypeError(
        `callTool takes the arguments by themselves: callTool("${quote(name, 120)}", { … })`,
      );
    if (args !== undefined && !isObject(args))
      throw new TypeError(`the arguments of ${name} must be an object`);
    const params = args === undefined ? { name } : { name, arguments: args };
    const schema = typeof tool === "string" ? core.link.outputSchemas.get(name) : tool.outputSchema;
    const plan = typeof tool === "string" ? undefined : planOf(core, name, tool);
    // Most calls ask for nothing special, and what comes back is theirs as it is.
    if (options === NO_OPTIONS && schema === undefined)
      return call(core, "tools/call", params, NO_OPTIONS, plan);
    if (typeof options !== "object" || options === null)
      throw new TypeError(`the options of ${name} must be an object`);
    const { output, checkOutput, ...rest } = options;
    if (output !== undefined && !isStandardSchema(output))
      throw new TypeError("output must be a Standard Schema, such as one of zod, valibot or arktype");
    return call(core, "tools/call", params, rest, plan).then((result) =>
      isComplete(result) ? checked(core, name, result, schema, { output, checkOutput }) : result,
    );
  } catch (error) {
    return Promise.reject(error);
  }
}

function isComplete({ resultType }: JsonObject): boolean {
  return resultType === undefined || resultType === null || resultType === "complete";
}

/**
 * Checks a tool result that came another way than as the answer of `callTool`, as `callTool` checks its own.
 *
 * @param tool - its name, or its definition; by name the schema of the last listing is taken
 * @param result - a complete tool result
 * @throws McpError reason `output_mismatch` or `output_schema`
 */
export async function checkResult(
  core: Core,
  tool: string | Tool,
  result: CallToolResult,
  options: Pick<ToolCallOptions, "output" | "checkOutput"> = {},
): Promise<JsonObject> {
  const [name, schema] =
    typeof tool === "string" ? [tool, core.link.outputSchemas.get(tool)] : [tool.name, tool.outputSchema];
  return await checked(core, name, result as unknown as JsonObject, schema, options);
}

async function checked(
  core: Core,
  name: string,
  result: JsonObject,
  schema: unknown,
  { output, checkOutput }: Pick<ToolCallOptions, "output" | "checkOutput">,
): Promise<JsonObject> {
  if (schema !== undefined && checkOutput !== false) checkByTool(core, name, result, schema);
  return output === undefined ? result : await checkBySchema(core, name, result, output);
}

function planOf(core: Core, name: string, tool: Tool) {
  if (!mirrorsHeaders(core)) return undefined;
  const read = readHeaderAnnotations(tool.inputSchema);
  if (read.valid) return read.plan;
  throw new McpError(
    `tools/call "${quote(name, 120)}" was not sent to ${core.link.label}: the definition given is invalid: ${read.problem}`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "invalid_tool_headers", tool: name, problem: read.problem },
    },
  );
}
