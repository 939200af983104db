// Field report 121: an output schema is declared and no structured content returned: a hard error that hid the result.
import type { Tool } from "@snodo/protocol";
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("the error carries the raw result, and one may be lenient", async () => {
  const result = { content: [{ type: "text", text: '{"a":1}' }] };
  const server = rawServer({ methods: { "tools/call": () => result } });
  const tool = { name: "t", inputSchema: {}, outputSchema: { type: "object" } } as unknown as Tool;
  const { client } = await open(server.transport, { outputValidator: cfworkerValidator() });
  expect((await failure(client.callTool(tool))).reason).toMatchObject({ type: "output_mismatch", result });
  expect(await client.callTool(tool, {}, { checkOutput: false })).toEqual(result);
  expect(await (await open(server.transport)).client.callTool(tool)).toEqual(result);
});
