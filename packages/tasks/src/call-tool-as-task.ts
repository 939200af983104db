import type { Client, ToolCallOptions, ToolResult } from "@snodo/client";
import { type CallToolResult, isObject, type JsonObject, own, type Tool } from "@snodo/protocol";
import { createdHandle, type TaskHandle, type TaskOptions } from "./handle.ts";
import { protocolOf, speaksCoreTasks } from "./protocols/select.ts";

/** Options of {@link callToolAsTask}: those of `callTool`, and those of the task it may become. */
export interface TaskCallOptions extends ToolCallOptions, Omit<TaskOptions, "tool"> {
  /** How long the server should keep the task, in milliseconds. 2025-11-25 only: later servers decide alone. */
  readonly ttl?: number | undefined;
}

/** A task, or the result of a call that was answered at once. Told apart by {@link isTask}. */
export type TaskOutcome<Options> = TaskHandle<ToolResult<Output<Options>>> | ToolResult<Options>;

/** A task's result is checked by `output` as that of a call, and never asks for input. */
type Output<Options> = Options extends { readonly output: infer Schema }
  ? { readonly output: Schema }
  : object;

/**
 * Calls a tool and lets it become a task where the server wants that (2026-07-28, with {@link tasks} installed) or offers
 * it (2025-11-25). Where there are no tasks this is `callTool`.
 *
 * On 2025-11-25 the server must declare tasks for `tools/call` and the tool must support them. Pass its definition, else
 * the tools are listed to find out. Input the tool asks for before it becomes a task is answered as for any call.
 *
 * @param client - the connection
 * @param tool - the tool's name, or its definition from `listTools`
 * @param args - its arguments
 * @param options - all optional
 * @returns the task's handle, or the result when the call was answered at once
 * @throws as `callTool`; McpError kind `protocol`, reason `invalid_result`, when the task is malformed
 */
export async function callToolAsTask<const Options extends TaskCallOptions = TaskCallOptions>(
  client: Client,
  tool: string | Tool,
  args?: JsonObject,
  options?: Options,
): Promise<TaskOutcome<Options>> {
  const { clock, random, ttl, ...call } = options ?? ({} as TaskCallOptions);
  if (ttl !== undefined && !(Number.isFinite(ttl) && ttl > 0))
    throw new TypeError("ttl must be a positive number of milliseconds");
  const { output, checkOutput } = call;
  const asked = speaksCoreTasks(client) && (await supportsTasks(client, tool, call));
  const result = asked
    ? await askForTask(client, tool, args, ttl, call)
    : ((await client.callTool(tool, args, call)) as unknown as JsonObject);
  const task = protocolOf(client).created(result);
  const outcome =
    task === undefined ? result : createdHandle(client, task, { tool, output, checkOutput, clock, random });
  return outcome as unknown as TaskOutcome<Options>;
}

/** Whether the server runs calls of this tool as tasks when asked to; elsewhere a client must not ask. */
async function supportsTasks(
  client: Client,
  tool: string | Tool,
  { signal, timeout }: ToolCallOptions,
): Promise<boolean> {
  if (!offersTasks(client)) return false;
  const definition =
    typeof tool === "string"
      ? (await client.listTools({ signal, timeout })).find(({ name }) => name === tool)
      : tool;
  const execution: unknown = definition?.execution;
  const support = isObject(execution) ? own(execution, "taskSupport") : undefined;
  return support === "optional" || support === "required";
}

function offersTasks(client: Client): boolean {
  let offered: unknown = client.session.capabilities?.tasks;
  for (const key of ["requests", "tools", "call"]) {
    if (!isObject(offered)) return false;
    offered = own(offered, key);
  }
  return isObject(offered);
}

async function askForTask(
  client: Client,
  tool: string | Tool,
  args: JsonObject | undefined,
  ttl: number | undefined,
  { output, checkOutput, ...options }: ToolCallOptions,
): Promise<JsonObject> {
  const name = typeof tool === "string" ? tool : tool.name;
  const task = ttl === undefined ? {} : { ttl };
  const params = args === undefined ? { name, task } : { name, arguments: args, task };
  const result = (await client.request("tools/call", params, options)) as unknown as JsonObject;
  if (protocolOf(client).created(result) !== undefined) return result;
  const checked = await client.checkResult(tool, result as unknown as CallToolResult, {
    output,
    checkOutput,
  });
  return checked as unknown as JsonObject;
}
