// Field report 115: one output schema with a dangling or recursive reference made the listing throw; all tools lost.
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const tools = [
  { name: "dangling", inputSchema: {}, outputSchema: { $ref: "#/$defs/X" } },
  { name: "tree", inputSchema: {}, outputSchema: { type: "object", properties: { child: { $ref: "#" } } } },
  { name: "plain", inputSchema: {} },
];

test("a listing compiles nothing, recursion is legal, and only calls of that tool are affected", async () => {
  const result = { content: [], structuredContent: { child: { child: {} } } };
  const server = rawServer({ methods: { "tools/list": () => ({ tools }), "tools/call": () => result } });
  const { client } = await open(server.transport, { outputValidator: cfworkerValidator() });
  expect(await client.listTools()).toHaveLength(3);
  expect(await client.callTool("tree")).toEqual(result);
  expect(await client.callTool("plain")).toEqual(result);
  const error = await failure(client.callTool("dangling"));
  expect(error.reason).toMatchObject({ type: "output_schema", result });
  expect(error.message).toContain('the reference "#/$defs/X" does not resolve');
});
