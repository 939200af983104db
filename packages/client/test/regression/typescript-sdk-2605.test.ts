// Field report 119: the validator was compiled again on each listing and kept for ever.
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("ten thousand listings of an unchanged schema compile it once", async () => {
  const validator = cfworkerValidator();
  let compiled = 0;
  const outputSchema = { type: "object", properties: { a: { type: "number" } } };
  const server = rawServer({
    methods: {
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: {}, outputSchema }] }),
      "tools/call": () => ({ content: [], structuredContent: { a: 1 } }),
    },
  });
  const { client } = await open(server.transport, {
    outputValidator: {
      compile(schema) {
        compiled += 1;
        return validator.compile(schema);
      },
    },
  });
  for (let listing = 0; listing < 10_000; listing += 1) {
    await client.listTools();
    if (listing % 100 === 0) await client.callTool("t");
  }
  expect(compiled).toBe(1);
});
