// Statement 23: a 9.9 MB message, and 50 MB when the limit allows it, take linear time. The figures are measured by the
// benchmark; here they must arrive at all, which they do not when the time is quadratic.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test.each([9_900_000, 50_000_000])("a message of %i bytes arrives whole", async (length) => {
  const { request, diagnostics } = await open(puppet({ maxLineBytes: 64_000_000 }));
  const text = (await request("text", { length })) as string;
  expect(text).toHaveLength(length);
  expect(text.endsWith("xxx")).toBe(true);
  expect(diagnostics).toEqual([]);
});

test("one over the default limit is discarded, and the next is delivered", async () => {
  const { request, send, diagnostics } = await open(puppet());
  const lost = send("text", { length: 17 * 1024 * 1024 });
  expect(await request("text", { length: 15 * 1024 * 1024 })).toHaveLength(15 * 1024 * 1024);
  lost.cancel("timed out");
  expect(diagnostics.map(({ code }) => code)).toContain("stdout_line_too_long");
});
