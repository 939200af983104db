// Field report 6: modelcontextprotocol/typescript-sdk#2790, #2796, modelcontextprotocol/kotlin-sdk#956.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test.each([1, 2, 65_536])(
  "a byte order mark before a message is dropped, %i bytes at a time",
  async (size) => {
    const opened = await open(puppet());
    const message = (n: number): string =>
      `\ufeff{"jsonrpc":"2.0","method":"n","params":{"n":${n},"s":"a\ufeffb"}}`;
    await raw(opened, `${message(1)}\n${message(2)}\r\n`, size);
    expect(opened.notifications.map(({ params }) => params)).toEqual([
      { n: 1, s: "a\ufeffb" },
      { n: 2, s: "a\ufeffb" },
    ]);
    expect(opened.diagnostics).toEqual([]);
  },
);
