import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isObject, type JsonSchemaValidator, quote, type SchemaIssue } from "@snodo/protocol";

/** A schema of a tool is a page or two; what is far longer is refused rather than walked. */
const MAX_LENGTH = 1_000_000;
/** How many issues of one value are told. */
const MAX_ISSUES = 20;
const NEWEST: SchemaDraft = "2020-12";

const DIALECTS: ReadonlyMap<string, SchemaDraft> = new Map([
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
  ["json-schema.org/draft/2019-09/schema", "2019-09"],
  ["json-schema.org/draft-07/schema", "7"],
  // What draft-06 has is in draft-07, too.
  ["json-schema.org/draft-06/schema", "7"],
  ["json-schema.org/draft-04/schema", "4"],
  ["json-schema.org/schema", NEWEST],
]);

/**
 * A validator for the `outputValidator` option, on top of `@cfworker/json-schema`, an optional peer dependency. It
 * generates no code, so it runs under a content security policy and on Workers.
 *
 * A schema is read by the dialect its `$schema` names: 2020-12 (also without one), 2019-09, draft-07, -06 and -04. Values
 * of any other dialect pass with a warning. Nothing is ever fetched: a reference has to resolve within the schema.
 * `$dynamicRef` is not followed. Unknown keywords and formats are ignored.
 *
 * Spec: 2026-07-28 basic/index, JSON Schema Usage.
 */
export function cfworkerValidator(): JsonSchemaValidator {
  return { compile };
}

function compile(given: unknown): ((value: unknown) => readonly SchemaIssue[]) | undefined {
  const draft = dialectOf(given);
  if (draft === undefined) return undefined;
  const text = JSON.stringify(given) as string | undefined;
  if (text === undefined) throw new Error("the schema is no JSON");
  if (text.length > MAX_LENGTH) throw new Error(`the schema is longer than ${MAX_LENGTH} characters`);
  // A copy: the peer writes into it, and what a server sent may be frozen.
  const schema = JSON.parse(text) as Schema | boolean;
  const lookup = dereference(schema);
  for (const part of Object.values(lookup)) checkReference(part, lookup);
  return (value) => {
    const { valid, errors } = validate(value, schema, draft, lookup);
    return valid ? [] : issuesOf(errors);
  };
}

function dialectOf(schema: unknown): SchemaDraft | undefined {
  const named = isObject(schema) ? schema["$schema"] : undefined;
  if (named === undefined || named === null) return NEWEST;
  if (typeof named !== "string") throw new Error('"$schema" is not a string');
  return DIALECTS.get(named.replace(/^https?:\/\//, "").replace(/#$/, ""));
}

function checkReference(part: Schema | boolean, lookup: Readonly<Record<string, unknown>>): void {
  if (typeof part === "boolean" || part.$ref === undefined) return;
  const target = part.__absolute_ref__;
  if (target === undefined || lookup[target] === undefined) {
    throw new Error(
      `the reference "${quote(String(part.$ref), 200)}" does not resolve within the schema, and none is fetched`,
    );
  }
}

/** The peer reports every schema on the way down to what is wrong; only the last of each way says something. */
function issuesOf(errors: readonly OutputUnit[]): readonly SchemaIssue[] {
  return errors
    .filter((error, at) => errors[at + 1]?.keywordLocation.startsWith(`${error.keywordLocation}/`) !== true)
    .slice(0, MAX_ISSUES)
    .map(({ instanceLocation, error }) => ({ path: instanceLocation.replace(/^#/, ""), message: error }));
}
