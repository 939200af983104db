import { ErrorCode, isObject, type JsonObject, messageOf, own, readHeaderAnnotations } from "@snodo/protocol";
import { difference } from "../../scripted/match.ts";
import type { Probe } from "../probe.ts";
import { schemaProblems } from "../schema-problems.ts";
import { TOOLS, walkList } from "./walk-list.ts";

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const UNKNOWN = "snodo-no-such-tool";
/** How long a tool may take before it is given up, in milliseconds. */
const TOOL_TIMEOUT = 5_000;

/** Tools as listed, and those that may be called. */
export async function tools(probe: Probe): Promise<void> {
  if (!probe.announced("tools")) return;
  const listed = await walkList(probe, TOOLS);
  for (const tool of listed) judge(probe, tool);
  await unknownTool(probe);
  for (const tool of listed) {
    const args = argumentsFor(probe, tool);
    if (args !== undefined) await call(probe, tool, args);
  }
}

function judge({ examiner, era }: Probe, tool: JsonObject): void {
  const subject = `tool ${String(own(tool, "name"))}`;
  const name = own(tool, "name");
  examiner.note("tool-name", typeof name === "string" && NAME.test(name), () => ({
    subject,
    problem: `the name ${JSON.stringify(name)} is unusual`,
  }));
  for (const key of ["inputSchema", "outputSchema"]) {
    const schema = own(tool, key);
    if (schema === undefined) continue;
    const problems = schemaProblems(schema);
    examiner.note("tool-schema", problems.length === 0, () => ({
      subject,
      problem: `${key}: ${problems.slice(0, 3).join("; ")}`,
      evidence: schema,
    }));
  }
  if (era === "initialize") return;
  const annotations = readHeaderAnnotations(own(tool, "inputSchema"));
  examiner.note("tool-headers", annotations.valid, () => ({
    subject,
    problem: annotations.valid ? "" : annotations.problem,
  }));
}

async function unknownTool(probe: Probe): Promise<void> {
  const { error, result, failure } = await probe.request("tools/call", { name: UNKNOWN, arguments: {} });
  probe.examiner.note("unknown-tool", error?.code === ErrorCode.InvalidParams, () => ({
    subject: "tools/call",
    problem:
      error === undefined
        ? "a tool that does not exist was answered with a result"
        : `a tool that does not exist was answered ${error.code}`,
    evidence: error ?? result ?? failure,
  }));
}

/** The arguments a tool may be called with; undefined when it must not be called. */
function argumentsFor({ run: { options, slowTools } }: Probe, tool: JsonObject): JsonObject | undefined {
  const name = String(own(tool, "name"));
  if (slowTools.has(name)) return undefined;
  const given = new Map(Object.entries(options.tools ?? {})).get(name);
  if (given !== undefined) return given;
  if (options.callReadOnlyTools === false) return undefined;
  const hints = own(tool, "annotations");
  const schema = own(tool, "inputSchema");
  const required = isObject(schema) ? own(schema, "required") : undefined;
  const needsNothing = required === undefined || (Array.isArray(required) && required.length === 0);
  return isObject(hints) && own(hints, "readOnlyHint") === true && needsNothing ? {} : undefined;
}

async function call(probe: Probe, tool: JsonObject, args: JsonObject): Promise<void> {
  const name = String(own(tool, "name"));
  const subject = `tool ${name}`;
  const timeout = probe.run.options.toolTimeout ?? TOOL_TIMEOUT;
  const asking = { progress: true, mayFail: true, timeout, subject };
  const { result, failure } = await probe.request("tools/call", { name, arguments: args }, asking);
  // How long a tool takes is its own business.
  if (failure !== undefined) probe.run.slowTools.add(name);
  const schema = own(tool, "outputSchema");
  if (
    result === undefined ||
    own(result, "isError") === true ||
    own(result, "resultType") === "input_required"
  )
    return;
  const present = Object.hasOwn(result, "structuredContent");
  const value = own(result, "structuredContent");
  if (schema !== undefined) {
    const problem = present
      ? mismatch(probe, schema, value)
      : "it has an outputSchema and answered no structuredContent";
    probe.examiner.note("structured-content", problem === undefined, () => ({
      subject,
      problem: problem ?? "",
      evidence: result,
    }));
  }
  if (!present) return;
  probe.examiner.note("structured-text", hasCopy(own(result, "content"), value), () => ({
    subject,
    problem: "no text block holds the JSON of structuredContent",
    evidence: result,
  }));
}

function mismatch(
  {
    run: {
      options: { validator },
    },
  }: Probe,
  schema: unknown,
  value: unknown,
): string | undefined {
  if (validator === undefined) return undefined;
  try {
    // A validator may leave a dialect it does not know to others.
    const [issue] = validator.compile(schema)?.(value) ?? [];
    return issue === undefined ? undefined : `structuredContent${issue.path}: ${issue.message}`;
  } catch (error) {
    return `outputSchema cannot be used: ${messageOf(error)}`;
  }
}

function hasCopy(content: unknown, value: unknown): boolean {
  if (!Array.isArray(content)) return false;
  return content.some((block) => {
    const text = isObject(block) ? own(block, "text") : undefined;
    try {
      const copy: unknown = JSON.parse(String(text));
      // The order of members is nothing.
      return difference(copy, value) === undefined && difference(value, copy) === undefined;
    } catch {
      return false;
    }
  });
}
