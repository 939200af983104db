import type { Tool } from "snodo";
import { expect, test } from "vitest";
import { sampleArguments } from "../../src/client/sample-arguments.ts";

test("every required property gets a value of its type, the others none", () => {
  const tool: Tool = {
    name: "t",
    inputSchema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "string" }, c: { type: "boolean" }, d: {} },
      required: ["a", "b", "d"],
    },
  };
  expect(sampleArguments(tool)).toEqual({ a: 2, b: "sample", d: "sample" });
});
