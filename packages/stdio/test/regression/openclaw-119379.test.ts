// Field report 24: openclaw/openclaw#119379.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { uncaughtDuring } from "../support/raw.ts";

test("a line over the limit throws nothing and touches no other connection", async () => {
  const uncaught = await uncaughtDuring(async () => {
    const bad = await open(puppet({ maxLineBytes: 100 }));
    const good = await open(puppet());
    expect(await bad.request("long", { bytes: 300_000, times: 3 })).toBe("after");
    expect(await good.request("echo", { n: 1 })).toEqual({ n: 1 });
    expect([bad.endings, good.endings, good.diagnostics]).toEqual([[], [], []]);
    expect(bad.diagnostics).toHaveLength(3);
  });
  expect(uncaught).toEqual([]);
});
