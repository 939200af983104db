import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonCopy } from "../../src/direct/json-copy.ts";

const roundTrip = (value: unknown): unknown => {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
};

describe("jsonCopy", () => {
  it("gives what JSON.parse(JSON.stringify()) gives, for any value", () => {
    const anything = fc.anything({
      withDate: true,
      withMap: true,
      withSet: true,
      withBoxedValues: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(jsonCopy(value)).toEqual(roundTrip(value));
        expect(JSON.stringify(jsonCopy(value))).toBe(JSON.stringify(value));
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps an own __proto__ key a key", () => {
    const copied = jsonCopy(JSON.parse('{"__proto__":{"polluted":true}}') as object);
    expect(Object.keys(copied)).toEqual(["__proto__"]);
    expect((copied as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("shares nothing", () => {
    const value = { a: { b: [1, { c: 2 }] } };
    const copied = jsonCopy(value);
    expect(copied).not.toBe(value);
    expect(copied.a.b).not.toBe(value.a.b);
    expect(copied.a.b[1]).not.toBe(value.a.b[1]);
  });

  it("refuses a cycle and a BigInt as JSON does", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => jsonCopy(cycle)).toThrow(TypeError);
    expect(() => jsonCopy({ n: 1n })).toThrow(TypeError);
  });
});
