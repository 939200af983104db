// Field report 8: modelcontextprotocol/csharp-sdk#35 (fix #73).
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("text is UTF-8 both ways, whatever the locale", async () => {
  const { request } = await open(puppet({ env: { LANG: "C", LC_ALL: "C" } }));
  const text = "漢字 😀 naïve \u2028 \u0000";
  expect(await request("echo", { text })).toEqual({ text });
});
