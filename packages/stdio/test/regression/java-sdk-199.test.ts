// Field report 3: modelcontextprotocol/java-sdk#199 (#197).
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test("an unparsable line does not end the reading", async () => {
  const opened = await open(puppet());
  const note = (n: number): string => `{"jsonrpc":"2.0","method":"notifications/n","params":{"n":${n}}}\n`;
  await raw(opened, `{"jsonrpc":"2.0",\n${note(1)}${note(2)}${note(3)}`);
  expect(opened.notifications.map(({ params }) => params?.["n"])).toEqual([1, 2, 3]);
});
