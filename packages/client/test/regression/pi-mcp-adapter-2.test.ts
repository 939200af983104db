// Field report 117: the mirror case: `$schema` of 2020-12 unknown to an engine of draft-07.
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";

test("2020-12 is read by its own rules", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "array",
    prefixItems: [{ type: "string" }, { type: "number" }],
    items: false,
  };
  const check = cfworkerValidator().compile(schema);
  expect(check?.(["a", 1])).toEqual([]);
  expect(check?.(["a", 1, true])).not.toEqual([]);
});
