import {
  argumentHeaders,
  decodeHeaderValue,
  encodeHeaderValue,
  mirrorHeaders,
  readHeaderAnnotations,
} from "@snodo/protocol";
import fc from "fast-check";
import { schemas } from "../input/corpus.ts";
import { applyJsonEdits, jsonEdits } from "../input/json-edits.ts";
import { must, mustBeUnpolluted } from "./support/must.ts";
import { type Target, target } from "./target.ts";

const someText = fc.string({ unit: "binary", maxLength: 24 });
/** Names of all kinds, and such that look as if they were encoded already. */
const anyText = fc.oneof(
  { weight: 4, arbitrary: someText },
  { weight: 1, arbitrary: fc.base64String({ maxLength: 12 }).map((text) => `=?base64?${text}?=`) },
  { weight: 1, arbitrary: someText.map((text) => `=?base64?${text}`) },
);
const value = fc.oneof(
  anyText,
  fc.boolean(),
  fc.integer(),
  fc.constantFrom(null, 0, -0, 1.5, 2 ** 53, {}, []),
);
const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$|^$/;

/** Header annotations of tools, arguments of any kind, and names: what is sent is a legal header that reads back. */
export const headers: Target = target({
  name: "headers",
  share: 90,
  input: fc.record({
    schema: fc.nat(schemas.length - 1),
    edits: jsonEdits,
    values: fc.array(value, { minLength: 3, maxLength: 3 }),
    name: anyText,
  }),
  run({ schema, edits, values, name }) {
    mustReadBack(name);
    const annotated = readHeaderAnnotations(applyJsonEdits(JSON.parse(schemas[schema] as string), edits));
    if (!annotated.valid) {
      must(annotated.problem !== "", "a problem without words");
      return;
    }
    const args: Record<string, unknown> = {};
    for (const [at, { path }] of annotated.plan.entries()) put(args, path, values[at % values.length]);
    for (const [header, sent] of Object.entries(sentFor(annotated.plan, args))) {
      // Throws for what no header may contain.
      new Headers([[header, sent]]);
      must(SAFE.test(sent), `${header} carries ${JSON.stringify(sent)}`);
    }
    const mirrored = mirrorHeaders({ method: "tools/call", params: { name } }, "2026-07-28");
    must(decodeHeaderValue(mirrored["Mcp-Name"] ?? "") === wellFormed(name), `the name ${name} is lost`);
    mustBeUnpolluted();
  },
});

function mustReadBack(text: string): void {
  const written = encodeHeaderValue(text);
  must(SAFE.test(written), `${JSON.stringify(text)} becomes ${JSON.stringify(written)}`);
  must(decodeHeaderValue(written) === wellFormed(text), `${JSON.stringify(text)} reads back differently`);
}

/** Half a character cannot be written as UTF-8. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** An argument of the wrong type is refused, and nothing else is. */
function sentFor(
  plan: Parameters<typeof argumentHeaders>[0],
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  try {
    return argumentHeaders(plan, args);
  } catch (error) {
    must(error instanceof TypeError, `throws ${String(error)}`);
    return {};
  }
}

function put(target: Record<string, unknown>, path: readonly string[], held: unknown): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  const inner: Record<string, unknown> = {};
  if (rest.length > 0) put(inner, rest, held);
  const descriptor = { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, first, { ...descriptor, value: rest.length > 0 ? inner : held });
}
