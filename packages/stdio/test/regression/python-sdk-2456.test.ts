// Field report 7: modelcontextprotocol/python-sdk#2456 (#2454).
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test("a line that is no UTF-8 is one bad line", async () => {
  const opened = await open(puppet());
  await raw(opened, [0xff, 0xfe, 0x0a]);
  expect(await opened.request("echo", { n: 1 })).toEqual({ n: 1 });
  expect(opened.diagnostics.map(({ code }) => code)).toEqual(["stdout_invalid_utf8"]);
});
