// Field report 11: earendil-works/pi#2928.
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { inline, open, rejection } from "../support/open.ts";
import { uncaughtDuring } from "../support/raw.ts";

test("a child that dies before the first write fails the call and not the host", async () => {
  const uncaught = await uncaughtDuring(async () => {
    for (const turns of [0, 1, 500]) {
      const { request, closed } = await open(inline("process.exit(0)"));
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const calls = Array.from({ length: 20 }, () =>
        rejection(request("initialize", { text: "x".repeat(50_000) })),
      );
      for (const error of await Promise.all(calls)) expect(isMcpError(error, "process_exit")).toBe(true);
      await closed;
    }
  });
  expect(uncaught).toEqual([]);
});
