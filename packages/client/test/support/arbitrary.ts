import { isMcpError } from "@snodo/protocol";
import fc from "fast-check";

/** Keys that break programs which use plain objects as maps. */
const HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "toJSON", ""];

/** Any JSON value, hostile keys included, as it comes out of `JSON.parse`. */
export const anyJson: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        null,
        true,
        false,
        0,
        1,
        -1,
        1.5,
        1e21,
        "",
        "1",
        "2026-07-28",
        "complete",
        "input_required",
      ),
      fc.string(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 5 })), tie("value")), {
          maxLength: 3,
        })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value)));

/** A value in which fields were replaced by anything, or left out, at any depth. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null)
    return fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, anyJson);
  if (Array.isArray(value)) {
    return fc.oneof(
      { weight: 6, arbitrary: fc.tuple(...value.map(mutated)) as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: anyJson },
    );
  }
  const fields = Object.entries(value).map(([key, item]) =>
    fc.oneof(
      { weight: 8, arbitrary: mutated(item).map((changed) => [[key, changed]]) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
  );
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(...fields)
        .map((entries) => Object.fromEntries(entries.flat() as [string, unknown][])),
    },
    { weight: 1, arbitrary: anyJson },
  );
}

/** What became of a call: its value, or the library's error; anything else is thrown. */
export async function settled(
  call: Promise<unknown>,
): Promise<{ readonly value: unknown } | { readonly kind: string; readonly message: string }> {
  try {
    return { value: await call };
  } catch (error) {
    if (!isMcpError(error)) throw error;
    if (/[\r\n]/.test(error.message) && error.kind !== "server")
      throw new Error(`more than one line: ${error.message}`);
    if (error.message.length > 5000 && error.kind !== "server")
      throw new Error(`too long: ${error.message.length}`);
    return { kind: error.kind, message: error.message };
  }
}
