// Field report 5: modelcontextprotocol/typescript-sdk#2038, #2040, #2041.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test("characters that are cut between chunks arrive whole", async () => {
  const opened = await open(puppet());
  const text = "naïve — 漢字 😀 \u{10ffff}";
  await raw(
    opened,
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: { text } })}\n`,
    1,
  );
  expect(opened.notifications).toMatchObject([{ params: { text } }]);
  expect(opened.diagnostics).toEqual([]);
});
