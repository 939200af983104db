import {
  type CallToolResult,
  type CompleteParams,
  ErrorCode,
  eraOf,
  isObject,
  type JsonObject,
  messageOf,
  own,
  type Revision,
} from "@snodo/protocol";
import type { CallContext } from "./call-context.ts";
import type { ResourceOutcome, TestResource, ToolOutcome } from "./definition.ts";
import { RpcFault } from "./fault.ts";
import type { Parts } from "./parts.ts";
import { RoundEnd } from "./rounds.ts";
import { matchTemplate } from "./uri-template.ts";

/** The most values a completion may carry. */
const MAX_COMPLETIONS = 100;

/** Answers `tools/call`. Spec: server/tools, Calling Tools and Error Handling. */
export async function callTool(parts: Parts, params: JsonObject, context: CallContext): Promise<unknown> {
  const name = text(params, "name");
  const tool = parts.tools.get(name);
  if (tool === undefined) throw new RpcFault(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const args = own(params, "arguments") ?? {};
  if (!isObject(args)) throw new RpcFault(ErrorCode.InvalidParams, "arguments is not an object");
  if (tool.delay !== undefined) await context.delay(tool.delay);
  try {
    return toolResult(await tool.handler?.(args, context));
  } catch (error) {
    if (error instanceof RpcFault || error instanceof RoundEnd || context.signal.aborted) throw error;
    return { content: [{ type: "text", text: messageOf(error) }], isError: true } satisfies CallToolResult;
  }
}

function toolResult(outcome: ToolOutcome): unknown {
  if (outcome === undefined) return { content: [] };
  return typeof outcome === "string" ? { content: [{ type: "text", text: outcome }] } : outcome;
}

/** Answers `resources/read`. Spec: server/resources, Reading Resources and Error Handling. */
export async function readResource(parts: Parts, params: JsonObject, context: CallContext): Promise<unknown> {
  const uri = text(params, "uri");
  const resource = parts.resources.get(uri);
  if (resource !== undefined) return contents(uri, await readDirect(uri, resource, context), resource);
  for (const [uriTemplate, template] of parts.templates) {
    const variables = matchTemplate(uriTemplate, uri);
    if (variables === undefined) continue;
    const outcome = (await template.read?.(uri, variables, context)) ?? "";
    return contents(uri, outcome, template);
  }
  throw new RpcFault(notFound(context.revision), `Resource not found: ${uri}`, { uri });
}

function notFound(revision: Revision): number {
  return eraOf(revision) === "stateless" ? ErrorCode.InvalidParams : ErrorCode.ResourceNotFound;
}

async function readDirect(
  uri: string,
  resource: TestResource,
  context: CallContext,
): Promise<ResourceOutcome> {
  if (resource.read !== undefined) return resource.read(uri, context);
  if (resource.blob === undefined) return resource.text ?? "";
  return { contents: [{ uri, ...mime(resource), blob: resource.blob }] };
}

function contents(
  uri: string,
  outcome: ResourceOutcome,
  listed: { readonly mimeType?: string | undefined },
): unknown {
  return typeof outcome === "string" ? { contents: [{ uri, ...mime(listed), text: outcome }] } : outcome;
}

function mime({ mimeType }: { readonly mimeType?: string | undefined }): JsonObject {
  return mimeType === undefined ? {} : { mimeType };
}

/** Answers `prompts/get`. Spec: server/prompts, Getting a Prompt and Error Handling. */
export async function getPrompt(parts: Parts, params: JsonObject, context: CallContext): Promise<unknown> {
  const name = text(params, "name");
  const prompt = parts.prompts.get(name);
  if (prompt === undefined) throw new RpcFault(ErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  const args = own(params, "arguments") ?? {};
  if (!isObject(args)) throw new RpcFault(ErrorCode.InvalidParams, "arguments is not an object");
  const missing = prompt.arguments?.find(
    (argument) => argument.required && own(args, argument.name) === undefined,
  );
  if (missing !== undefined) {
    throw new RpcFault(ErrorCode.InvalidParams, `Missing required argument: ${missing.name}`);
  }
  const outcome = (await prompt.get?.(args, context)) ?? "";
  if (typeof outcome !== "string") return outcome;
  const message = { role: "user", content: { type: "text", text: outcome } };
  return prompt.description === undefined
    ? { messages: [message] }
    : { description: prompt.description, messages: [message] };
}

/** Answers `completion/complete`. Spec: server/utilities/completion. */
export async function complete(parts: Parts, params: JsonObject, context: CallContext): Promise<unknown> {
  if (!isObject(own(params, "ref")) || !isObject(own(params, "argument"))) {
    throw new RpcFault(ErrorCode.InvalidParams, "ref and argument are required");
  }
  const outcome = (await parts.definition.completions?.(params as unknown as CompleteParams, context)) ?? [];
  if (!("values" in outcome) || typeof outcome.values === "function") {
    const values = outcome as readonly string[];
    return {
      completion: {
        values: values.slice(0, MAX_COMPLETIONS),
        total: values.length,
        hasMore: values.length > MAX_COMPLETIONS,
      },
    };
  }
  return { completion: outcome };
}

/** A param that must be a string. */
export function text(params: JsonObject, key: string): string {
  const value = own(params, key);
  if (typeof value !== "string") throw new RpcFault(ErrorCode.InvalidParams, `${key} is not a string`);
  return value;
}
