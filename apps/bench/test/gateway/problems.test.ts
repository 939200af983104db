import { expect, test } from "vitest";
import { problemsOf } from "../../src/gateway/main.ts";

const good = {
  calls: 100,
  settled: 100,
  connections: 10,
  disturbed: { reset: 0, stall: 0, status: 0, cut: 0, drip: 0 },
  complaints: [],
  cpu: 1,
  seconds: 1,
  before: { heap: 10_000_000, sockets: 0 },
  after: { heap: 10_500_000, sockets: 0 },
  peak: 10,
  unhandled: [],
};

test("a gateway that is left as it was found has no problem", () => {
  expect(problemsOf(good)).toEqual([]);
});

test.each([
  [{ settled: 98 }, "2 calls never settled"],
  [{ after: { heap: 10_000_000, sockets: 3 } }, "3 sockets are open, there were 0"],
  [{ after: { heap: 20_000_000, sockets: 0 } }, "the heap grew by 9.5 MiB; 3.0 MiB are allowed"],
  [{ unhandled: ["Error: x"] }, "unhandled rejection: Error: x"],
  [{ complaints: ["reset: resolved"] }, "reset: resolved"],
])("%j is a problem", (change, problem) => {
  expect(problemsOf({ ...good, ...change })).toEqual([problem]);
});
