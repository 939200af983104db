import fc from "fast-check";
import { expect, test } from "vitest";
import { HeldBytes } from "../../src/framing/held-bytes.ts";

test("joins pieces of any size in order, again and again", () => {
  const piece = fc
    .tuple(fc.constantFrom(0, 1, 7, 2047, 2048, 5000, 8192, 9000), fc.nat({ max: 255 }))
    .map(([length, fill]) => Buffer.alloc(length, fill));
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 4 }), (rounds) => {
      const held = new HeldBytes();
      for (const pieces of rounds) {
        const [last = Buffer.alloc(0), ...rest] = pieces;
        for (const each of rest) held.add(each);
        expect(held.bytes).toBe(rest.reduce((sum, each) => sum + each.length, 0));
        expect(held.take(last).equals(Buffer.concat([...rest, last]))).toBe(true);
        expect(held.bytes).toBe(0);
      }
    }),
  );
});

test("what was taken does not change when more is held", () => {
  const held = new HeldBytes();
  held.add(Buffer.from("first"));
  const line = held.take(Buffer.from("!"));
  held.add(Buffer.from("other"));
  expect(line.toString()).toBe("first!");
});

test("forgets what it is told to", () => {
  const held = new HeldBytes();
  held.add(Buffer.from("abc"));
  held.clear();
  held.add(Buffer.from("d"));
  expect(held.take(Buffer.from("e")).toString()).toBe("de");
});
