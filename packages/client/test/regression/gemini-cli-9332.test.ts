// Field report 118: a strict mode rejected unknown keywords and formats.
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";

test("they are ignored", () => {
  const schema = {
    type: "object",
    "x-vendor": { a: 1 },
    properties: { id: { type: "string", format: "vendor-id", example: "x" } },
  };
  expect(cfworkerValidator().compile(schema)?.({ id: "1" })).toEqual([]);
});
