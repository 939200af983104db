import fc from "fast-check";
import { expect, test } from "vitest";
import { eraOf, isRevision, LATEST_REVISION, newestCommon, REVISIONS } from "../src/revisions.ts";

// @req version.all-five, version.default
test("five revisions, newest first", () => {
  expect(REVISIONS).toEqual(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
  expect(LATEST_REVISION).toBe(REVISIONS[0]);
  expect(REVISIONS.map(eraOf)).toEqual(["stateless", "initialize", "initialize", "initialize", "initialize"]);
});

test.each(["", "2025-11-24", "DRAFT-2026", "toString", null, 20_260_728, ["2026-07-28"]])(
  "%j is no revision",
  (value) => {
    expect(isRevision(value)).toBe(false);
  },
);

test("the newest common revision does not depend on any order", () => {
  const some = fc.subarray([...REVISIONS]);
  const noise = fc.array(fc.oneof(fc.string(), fc.constant(null), fc.integer()));
  fc.assert(
    fc.property(some, some, noise, (allowed, offered, other) => {
      const common = newestCommon(
        [...allowed].reverse(),
        [...other, ...offered].filter((item) => !isRevision(item) || offered.includes(item)),
      );
      expect(common).toBe(REVISIONS.find((item) => allowed.includes(item) && offered.includes(item)));
    }),
  );
});
