import {
  type CallToolResult,
  type CompiledSchema,
  ErrorCode,
  isObject,
  type JsonObject,
  McpError,
  messageOf,
  own,
  quote,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { compiledSchemas } from "./compiled-schemas.ts";
import type { StandardIssue, StandardSchema } from "./standard-schema.ts";

/**
 * Checks a tool result against the caller's schema.
 *
 * @param result - a complete tool result
 * @param schema - any Standard Schema v1
 * @returns the result, with `structuredContent` as the schema gives it back; untouched when the tool reports an error
 * @throws McpError -32602, reason `output_mismatch`, carrying the raw result
 */
export async function checkBySchema(
  core: Core,
  tool: string,
  result: JsonObject,
  schema: StandardSchema,
): Promise<JsonObject> {
  if (result["isError"] === true) return result;
  const checked = await schema["~standard"].validate(own(result, "structuredContent"));
  if (checked.issues === undefined) return { ...result, structuredContent: checked.value };
  throw mismatch(
    core,
    tool,
    result,
    checked.issues.map((issue) => ({ path: pointer(issue.path), message: issue.message })),
  );
}

/**
 * Checks a tool result against the tool's own `outputSchema`, with the installed validator.
 *
 * @param result - a complete tool result
 * @param outputSchema - the schema in force when the call was sent
 * @throws McpError -32602, reason `output_mismatch` or `output_schema`, carrying the raw result
 */
export function checkByTool(core: Core, tool: string, result: JsonObject, outputSchema: unknown): void {
  const validator = core.settings.options.outputValidator;
  if (validator === undefined || !isObject(outputSchema) || result["isError"] === true) return;
  let check: CompiledSchema;
  try {
    check = compiledSchemas(validator, outputSchema);
  } catch (error) {
    const problem = messageOf(error);
    throw new McpError(
      `tools/call "${quote(tool, 120)}" on ${core.link.label} returned a result that cannot be checked: its outputSchema is unusable: ${quote(problem, 300)}; checkOutput: false skips the check`,
      {
        kind: "protocol",
        code: ErrorCode.InvalidParams,
        reason: { type: "output_schema", problem, result: result as unknown as CallToolResult },
        sent: "yes",
        cause: error,
      },
    );
  }
  if (!Object.hasOwn(result, "structuredContent")) {
    throw mismatch(core, tool, result, [
      { path: "", message: "the tool declares an outputSchema and returned no structuredContent" },
    ]);
  }
  const issues = check(result["structuredContent"]);
  if (issues.length > 0) throw mismatch(core, tool, result, issues);
}

function mismatch(
  core: Core,
  tool: string,
  result: JsonObject,
  issues: readonly { readonly path: string; readonly message: string }[],
): McpError {
  const [first] = issues;
  const detail =
    first === undefined ? "" : `: ${first.path === "" ? "" : `${first.path} `}${quote(first.message, 200)}`;
  return new McpError(
    `tools/call "${quote(tool, 120)}" on ${core.link.label} returned structured content that does not match its schema${detail}`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      data: { issues },
      reason: { type: "output_mismatch", issues, result },
      sent: "yes",
    },
  );
}

function pointer(path: StandardIssue["path"]): string {
  return (path ?? []).map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join("");
}
