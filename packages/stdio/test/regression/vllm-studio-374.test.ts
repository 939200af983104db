// Field report 25: sybil-solutions/vllm-studio#374 (#238).
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

const note = (length: number): string => {
  const line = JSON.stringify({ jsonrpc: "2.0", method: "n", params: { text: "" } });
  return line.replace('""', `"${"x".repeat(length - line.length)}"`);
};

test("the limit is that of one line: a second line in the same chunk does not count", async () => {
  const opened = await open(puppet({ maxLineBytes: 1000 }));
  await raw(opened, `${note(1000)}\n${note(1000)}\r\n${note(990)}\n`);
  expect(opened.notifications).toHaveLength(3);
  expect(opened.diagnostics).toEqual([]);
});

test("lines that were complete before one over the limit are delivered first", async () => {
  const opened = await open(puppet({ maxLineBytes: 1000 }));
  await raw(opened, `${note(1000)}\n${note(1001)}\n${note(500)}\n`);
  expect(opened.notifications.map((message) => JSON.stringify(message).length)).toEqual([1000, 500]);
  expect(opened.diagnostics).toMatchObject([{ code: "stdout_line_too_long" }]);
});
