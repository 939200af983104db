// Field report 75: `annotations: null` and `_meta: null` in content blocks rejected every result.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("null in optional fields fails nothing (%s)", async (protocol) => {
  const result = {
    content: [{ type: "text", text: "rows", annotations: null, _meta: null }],
    structuredContent: null,
    _meta: null,
  };
  const { client } = await open(rawServer({ methods: { "tools/call": () => result } }).transport, {
    protocol,
  });
  expect(await client.callTool("read_records")).toEqual(result);
});
