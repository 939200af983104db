import {
  type CompiledSchema,
  isObject,
  type JsonObject,
  type JsonSchemaValidator,
  own,
  type Tool,
} from "@snodo/protocol";
import { CliError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import { nearest } from "../text/nearest.ts";
import { shellWord } from "../text/quote-words.ts";
import { alternativesOf, isClosed, memberNames, memberSchema, requiredNames } from "./schema.ts";
import { say } from "./typed-value.ts";
import { loadValidator } from "./validator.ts";

/** One argument that is wrong. */
export interface ArgumentIssue {
  readonly argument: string;
  readonly problem: string;
}

/** What came of a check. */
export interface ArgumentCheck {
  readonly issues: readonly ArgumentIssue[];
  /** Arguments the schema does not name and does not forbid. */
  readonly unknown: readonly ArgumentIssue[];
}

/**
 * Checks the arguments of a call against the tool's schema.
 *
 * @param tool - as listed
 * @param args - what is to be sent
 */
export async function checkArguments(tool: Tool, args: JsonObject): Promise<ArgumentCheck> {
  const schema = tool.inputSchema;
  const issues = [...missing(schema, args)];
  const strangers = strange(schema, args);
  const closed = isClosed(schema, schema);
  // What is missing may be there under a name that is not quite its own.
  if (closed || issues.length > 0) issues.push(...strangers);
  if (issues.length === 0) issues.push(...(await broken(schema, args)));
  return { issues, unknown: closed ? [] : strangers };
}

/**
 * The error of a call that is not sent because its arguments are wrong.
 *
 * @param tool - as listed
 * @param issues - what is wrong
 */
export function refusedArguments(tool: Tool, issues: readonly ArgumentIssue[]): CliError {
  const text = issues
    .map(({ argument, problem }) => (argument === "" ? problem : `${argument} ${problem}`))
    .join("; ");
  return new CliError(`${tool.name} was not called: ${text}.`, {
    exit: EXIT.Usage,
    reason: "invalid_arguments",
    hint: `It takes: ${signature(tool)}`,
    details: { issues },
  });
}

/**
 * How a tool is called, in one line: required arguments as they are, optional ones in brackets.
 *
 * @param tool - as listed
 */
export function signature({ inputSchema }: Tool): string {
  const required = new Set(requiredNames(inputSchema, inputSchema));
  const names = memberNames(inputSchema, inputSchema);
  const sorted = [
    ...names.filter((name) => required.has(name)),
    ...names.filter((name) => !required.has(name)),
  ];
  const words = sorted.map((name) => {
    const word = `${shellWord(name)}=${typeLabel(memberSchema(inputSchema, name, inputSchema), inputSchema).toUpperCase()}`;
    return required.has(name) ? word : `[${word}]`;
  });
  return words.length === 0 ? "no arguments" : words.join(" ");
}

/**
 * The type of an argument, in a word or two.
 *
 * @param schema - of the argument
 * @param root - the schema of the tool
 */
export function typeLabel(schema: unknown, root: JsonObject): string {
  const labels = alternativesOf(schema, root).map(({ type, schema: each }) => {
    if (type !== "array") return type === "any" ? "json" : type;
    const items = own(each, "items");
    return `${items === undefined ? "json" : typeLabel(items, root)}[]`;
  });
  return [...new Set(labels)].join("|");
}

function missing(schema: JsonObject, args: JsonObject): readonly ArgumentIssue[] {
  return requiredNames(schema, schema)
    .filter((name) => !Object.hasOwn(args, name))
    .map((name) => {
      const types = alternativesOf(memberSchema(schema, name, schema) ?? {}, schema).map(({ type }) =>
        say(type),
      );
      const what = types.includes("anything") ? "" : ` (${[...new Set(types)].join(" or ")})`;
      return { argument: name, problem: `is missing${what}` };
    });
}

function strange(schema: JsonObject, args: JsonObject): readonly ArgumentIssue[] {
  const names = memberNames(schema, schema);
  return Object.keys(args)
    .filter((name) => memberSchema(schema, name, schema) === undefined && !matchesPattern(schema, name))
    .map((name) => {
      const guess = nearest(name, names);
      const instead = guess === undefined ? "" : ` (did you mean ${guess}?)`;
      return { argument: name, problem: `is no argument of it${instead}` };
    });
}

function matchesPattern(schema: JsonObject, name: string): boolean {
  const patterns = own(schema, "patternProperties");
  return isObject(patterns) && Object.keys(patterns).some((pattern) => testPattern(pattern, name));
}

function testPattern(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    // No pattern of this platform: the server will know.
    return true;
  }
}

/** Everything else a schema can ask for. */
async function broken(schema: JsonObject, args: JsonObject): Promise<readonly ArgumentIssue[]> {
  const check = compiled(await loadValidator(), schema);
  return (check?.(args) ?? []).map(({ path, message }) => ({
    argument: path.replace(/^\//, "").replaceAll("/", "."),
    problem: sayIssue(message),
  }));
}

function compiled(validator: JsonSchemaValidator, schema: JsonObject): CompiledSchema | undefined {
  try {
    return validator.compile(schema);
  } catch {
    // A schema that cannot be used is the server's business, and so is the check then.
    return undefined;
  }
}

function sayIssue(message: string): string {
  const text = message.replace(/\.$/, "");
  return `is refused by its schema: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
