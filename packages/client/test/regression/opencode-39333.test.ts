// Field report 116: `$schema` of draft-07 was refused by a validator of 2020-12 alone, before the call.
import type { Tool } from "@snodo/protocol";
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const tool = (outputSchema: object) => ({ name: "t", inputSchema: {}, outputSchema }) as unknown as Tool;

test("the declared dialect is the one that counts; an unknown one passes with a warning", async () => {
  const server = rawServer({
    methods: { "tools/call": () => ({ content: [], structuredContent: { a: 1 } }) },
  });
  const { client, codes } = await open(server.transport, { outputValidator: cfworkerValidator() });
  const draft07 = {
    $schema: "http://json-schema.org/draft-07/schema#",
    properties: { a: { type: "number" } },
  };
  expect(await client.callTool(tool(draft07))).toMatchObject({ structuredContent: { a: 1 } });
  const wrong = { ...draft07, properties: { a: { type: "string" } } };
  expect((await failure(client.callTool(tool(wrong)))).reason.type).toBe("output_mismatch");
  expect(await client.callTool(tool({ $schema: "urn:own", type: "string" }))).toMatchObject({ content: [] });
  expect(codes()).toEqual(["output_not_checked"]);
});
