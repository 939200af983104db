// Field report 23: modelcontextprotocol/typescript-sdk#2245, #2239, #88.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("a line of 64 MiB is read when the limit allows it", async () => {
  const { request } = await open(puppet({ maxLineBytes: 65 * 1024 * 1024 }));
  expect(await request("text", { length: 64 * 1024 * 1024 })).toHaveLength(64 * 1024 * 1024);
});

test("output without a line feed is bounded, reported once, and the next line is read", async () => {
  const { request, diagnostics } = await open(puppet({ maxLineBytes: 1024 * 1024 }));
  expect(await request("long", { bytes: 64 * 1024 * 1024 })).toBe("after");
  expect(diagnostics.map(({ code }) => code)).toEqual(["stdout_line_too_long"]);
});
