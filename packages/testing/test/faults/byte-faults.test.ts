import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteFaults } from "../../src/faults/byte-faults.ts";
import { type ByteFaultPlan, faultyStream, manualClock, seededRandom } from "../../src/index.ts";

const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
const harmless: fc.Arbitrary<ByteFaultPlan> = fc.record(
  {
    split: fc.oneof(
      fc.constant("every" as const),
      fc.record({ min: fc.nat(3), max: fc.integer({ min: 3, max: 9 }) }),
    ),
    coalesce: fc.nat(50),
    delay: fc.record({
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      min: fc.nat(5),
      max: fc.integer({ min: 5, max: 9 }),
    }),
    // Makes it work by frames.
    drop: fc.constant(0),
    frame: fc.constantFrom("line" as const, "event" as const),
  },
  { requiredKeys: [] },
);

function run(
  plan: ByteFaultPlan,
  input: readonly Uint8Array[],
  seed: number,
): { out: Buffer; trace: readonly string[]; ends: string[] } {
  const faults = new ByteFaults(plan, seed);
  const actions = [...input.flatMap((chunk) => faults.write(chunk)), ...faults.end()];
  return {
    out: Buffer.concat(actions.map((action) => (action.type === "bytes" ? action.bytes : new Uint8Array(0)))),
    trace: faults.trace,
    ends: actions.map(({ type }) => type).filter((type) => type === "cut" || type === "stall"),
  };
}

describe("bytes", () => {
  test("survive pieces, joins and delays unchanged", () => {
    fc.assert(
      fc.property(harmless, chunks, fc.integer(), (plan, input, seed) => {
        const { out, ends } = run(plan, input, seed);
        expect(out).toEqual(Buffer.concat(input));
        expect(ends).toEqual([]);
      }),
    );
  });

  test("meet the same faults with the same seed", () => {
    const plan: ByteFaultPlan = {
      split: { min: 1, max: 5 },
      corrupt: 0.2,
      drop: 0.2,
      duplicate: 0.2,
      reorder: 0.2,
      flood: { chance: 0.2, text: "x\n", times: 3 },
      cutAfter: 300,
    };
    fc.assert(
      fc.property(chunks, fc.integer(), (input, seed) => {
        expect(run(plan, input, seed)).toEqual(run(plan, input, seed));
      }),
    );
    const text = [Buffer.from("one\ntwo\nthree\nfour\nfive\nsix\n")];
    expect(run(plan, text, 1).trace).not.toEqual(run(plan, text, 2).trace);
  });
});

const lines = [Buffer.from("one\ntw"), Buffer.from("o\nthree\n")];
const text = (plan: ByteFaultPlan, seed = 1): string => run(plan, lines, seed).out.toString();

describe("frames", () => {
  test("are dropped whole", () => expect(text({ drop: 1 })).toBe(""));
  test("are doubled whole", () => expect(text({ duplicate: 1 })).toBe("one\none\ntwo\ntwo\nthree\nthree\n"));
  test("change places", () => expect(text({ reorder: 1 })).toBe("two\none\nthree\n"));
  test("are drowned in junk", () => {
    expect(text({ flood: { chance: 1, text: "~", times: 2 } })).toBe("~~one\n~~two\n~~three\n");
  });
  test("may be events", () => {
    const { out } = run(
      { reorder: 1, frame: "event" },
      [Buffer.from("data: 1\nid: 1\n\nda"), Buffer.from("ta: 2\n\n")],
      1,
    );
    expect(out.toString()).toBe("data: 2\n\ndata: 1\nid: 1\n\n");
  });
});

describe("a stream", () => {
  test.each([
    [{ cutAfter: 5 }, "one\nt", "cut"],
    [{ stallAfter: 5 }, "one\nt", "stall"],
    [{ cutAfter: 0 }, "", "cut"],
    [{ cutAfter: 4, stallAfter: 9 }, "one\n", "cut"],
  ] as const)("with %j passes %j", (plan, passed, end) => {
    const { out, ends } = run(plan, lines, 1);
    expect([out.toString(), ends]).toEqual([passed, [end]]);
  });

  test("that is cut errors; one that is late waits on the clock", async () => {
    const clock = manualClock();
    const stream = faultyStream({ cutAfter: 4, delay: { chance: 1, min: 50, max: 50 } }, { clock });
    const writer = stream.writable.getWriter();
    const reader = stream.readable.getReader();
    const failed = writer.write(Buffer.from("abcdefg")).catch((error: Error) => error.message);
    const first = reader.read();
    await clock.advance(49);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(Buffer.from((await first).value ?? [])).toEqual(Buffer.from("abcd"));
    await expect(reader.read()).rejects.toThrow("the connection was cut");
    await failed;
    expect(stream.trace).toEqual(["cut after 4"]);
  });
});

test("random numbers stay in their range and follow the seed", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const numbers = Array.from({ length: 50 }, () => seededRandom(seed).between(3, 7));
      expect(new Set(numbers).size).toBe(1);
      const random = seededRandom(seed);
      for (let turn = 0; turn < 50; turn += 1) {
        const drawn = random.between(-2, 2);
        expect(drawn >= -2 && drawn <= 2 && Number.isInteger(drawn)).toBe(true);
      }
    }),
  );
  const random = seededRandom(7);
  const hits = Array.from({ length: 10_000 }, () => random.chance(0.3)).filter(Boolean).length;
  expect(hits).toBeGreaterThan(2700);
  expect(hits).toBeLessThan(3300);
  expect(random.chance(undefined)).toBe(false);
});
