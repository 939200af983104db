import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StderrTail } from "../../src/io/stderr-tail.ts";

describe("the tail of stderr", () => {
  test("is the last bytes, however they came", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.string({ unit: "grapheme-ascii", maxLength: 40 }), { maxLength: 12 }),
        (limit, pieces) => {
          const tail = new StderrTail(limit);
          for (const piece of pieces) tail.push(Buffer.from(piece));
          expect(tail.text()).toBe(pieces.join("").slice(-limit));
        },
      ),
    );
  });

  test("is empty when nothing came", () => {
    expect(new StderrTail(10).text()).toBe("");
  });

  test("starts with a whole character", () => {
    const tail = new StderrTail(9);
    tail.push(Buffer.from("😀😀😀"));
    expect(tail.text()).toBe("😀😀");
    const exact = new StderrTail(8);
    exact.push(Buffer.from("😀😀"));
    expect(exact.text()).toBe("😀😀");
  });

  test("keeps the end of one piece that is over the limit", () => {
    const tail = new StderrTail(4);
    tail.push(Buffer.from("ab"));
    tail.push(Buffer.from("0123456789"));
    expect(tail.text()).toBe("6789");
    tail.push(Buffer.from("x"));
    expect(tail.text()).toBe("789x");
  });
});
