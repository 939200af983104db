// Field report 120: `isError` results were checked against the output schema, and the real message was hidden.
import type { Tool } from "@snodo/protocol";
import { expect, test } from "vitest";
import { z } from "zod";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("they are not checked (%s)", async (protocol) => {
  const result = { content: [{ type: "text", text: "disk full" }], isError: true };
  const { client } = await open(rawServer({ methods: { "tools/call": () => result } }).transport, {
    protocol,
    outputValidator: cfworkerValidator(),
  });
  const tool = {
    name: "t",
    inputSchema: {},
    outputSchema: { type: "object", required: ["a"] },
  } as unknown as Tool;
  expect(await client.callTool(tool, {}, { output: z.object({ a: z.number() }) })).toEqual(result);
});
