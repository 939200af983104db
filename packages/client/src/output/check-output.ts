import {
  ErrorCode,
  isObject,
  type JsonObject,
  McpError,
  messageOf,
  own,
  quote,
  type SchemaIssue,
} from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { compiledSchemas } from "./compiled-schemas.ts";
import type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.ts";

/**
 * Checks a tool result against the caller's schema.
 *
 * @param result - a complete tool result
 * @param schema - any Standard Schema v1
 * @returns the result, with `structuredContent` as the schema gives it back; untouched when the tool reports an error
 * @throws McpError -32602, reason `output_mismatch` or `output_schema`, carrying the raw result
 */
export async function checkBySchema(
  core: Core,
  tool: string,
  result: JsonObject,
  schema: StandardSchema,
): Promise<JsonObject> {
  if (result["isError"] === true) return result;
  let checked: StandardResult<unknown>;
  try {
    checked = await schema["~standard"].validate(own(result, "structuredContent"));
  } catch (error) {
    throw unusable(core, tool, result, "the output schema given threw", error);
  }
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
  let issues: readonly SchemaIssue[];
  try {
    const check = compiledSchemas(validator, outputSchema);
    if (check === undefined) {
      notChecked(core, tool, outputSchema);
      return;
    }
    issues = Object.hasOwn(result, "structuredContent") ? check(result["structuredContent"]) : ABSENT;
  } catch (error) {
    throw unusable(core, tool, result, "its outputSchema is unusable", error);
  }
  if (issues.length > 0) throw mismatch(core, tool, result, issues);
}

const ABSENT: readonly SchemaIssue[] = [
  { path: "", message: "the tool declares an outputSchema and returned no structuredContent" },
];

/** A schema in a dialect the validator does not speak says nothing about the result. */
function notChecked(core: Core, tool: string, outputSchema: JsonObject): void {
  const named = outputSchema["$schema"];
  const dialect = typeof named === "string" ? named : "without a name";
  core.link.diagnostics.report({
    level: "warning",
    code: "output_not_checked",
    message: `the result of "${quote(tool, 120)}" was not checked: the dialect ${quote(dialect, 120)} of its outputSchema is not known`,
    server: core.link.label,
  });
}

function unusable(core: Core, tool: string, result: JsonObject, what: string, cause: unknown): McpError {
  const problem = messageOf(cause);
  return new McpError(
    `tools/call "${quote(tool, 120)}" on ${core.link.label} returned a result that cannot be checked: ${what}: ${quote(problem, 300)}; without the check the result is in reason.result`,
    {
      kind: "protocol",
      code: ErrorCode.InvalidParams,
      reason: { type: "output_schema", problem, result },
      sent: "yes",
      cause,
    },
  );
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

/** Spec: RFC 6901. */
function pointer(path: StandardIssue["path"]): string {
  return (path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
