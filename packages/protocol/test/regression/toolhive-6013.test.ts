// Field report 108: one tool with a bad `x-mcp-header` must not cost the others, and CR or LF never reach a header.
import { expect, test } from "vitest";
import { readHeaderAnnotations } from "../../src/headers/annotations.ts";

const tool = (...names: unknown[]) => ({
  type: "object",
  properties: Object.fromEntries(
    names.map((name, at) => [`p${at}`, { type: "string", "x-mcp-header": name }]),
  ),
});

test.each([
  ["CR and LF", tool("Region\r\nX-Evil: 1")],
  ["a duplicate in another case", tool("Region", "rEGION")],
  ["an object", { type: "object", properties: { p: { type: "object", "x-mcp-header": "P" } } }],
])("%s is a verdict about that schema alone, with its reason", (_name, schema) => {
  const read = readHeaderAnnotations(schema);
  expect(read).toEqual({ valid: false, problem: expect.stringMatching(/^x-mcp-header "[^\r\n]+"/) });
  expect(readHeaderAnnotations(tool("Region"))).toMatchObject({ valid: true });
});
