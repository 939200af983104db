import fc from "fast-check";
import { expect, test } from "vitest";
import { deepFreeze } from "../../src/reads/freeze.ts";

function frozenAllThrough(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(frozenAllThrough);
}

test("every part of any JSON value is frozen, and nothing changes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(deepFreeze(value)).toBe(value);
      expect(frozenAllThrough(value)).toBe(true);
      expect(JSON.stringify(value)).toBe(text);
    }),
  );
});

// @req cache.isolation
test("a change throws, also deep inside", () => {
  const value = deepFreeze({
    tools: [{ name: "a", inputSchema: { properties: {} as Record<string, unknown> } }],
  });
  expect(() => value.tools.push({ name: "b", inputSchema: { properties: {} } })).toThrow(TypeError);
  expect(() => {
    (value.tools[0] as { name: string }).name = "evil";
  }).toThrow(TypeError);
  expect(() => {
    const properties = value.tools[0]?.inputSchema.properties as Record<string, unknown>;
    properties["evil"] = 1;
  }).toThrow(TypeError);
});

test("depth and cycles do not matter", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown[];
  expect(Object.isFrozen(deepFreeze(deep)[0])).toBe(true);
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  expect(Object.isFrozen(deepFreeze(cycle))).toBe(true);
});
