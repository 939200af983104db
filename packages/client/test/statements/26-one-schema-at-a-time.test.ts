// Statement 26: the first call after listing a hundred tools compiles one schema; listing again compiles none; the same
// `$id` with a new schema uses the new one.
import type { JsonSchemaValidator } from "@snodo/protocol";
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("with the validator of this package", async () => {
  const inner = cfworkerValidator();
  let compiled = 0;
  const outputValidator: JsonSchemaValidator = {
    compile(schema) {
      compiled += 1;
      return inner.compile(schema);
    },
  };
  let type = "number";
  const tools = () =>
    Array.from({ length: 100 }, (_none, at) => ({
      name: `t${at}`,
      inputSchema: {},
      outputSchema: { $id: `urn:t${at}`, type: "object", properties: { a: { type } }, required: ["a"] },
    }));
  const server = rawServer({
    methods: {
      "tools/list": () => ({ tools: tools() }),
      "tools/call": () => ({ content: [], structuredContent: { a: 1 } }),
    },
  });
  const { client } = await open(server.transport, { outputValidator });
  await client.listTools();
  await client.callTool("t5");
  await client.listTools();
  await client.callTool("t5");
  expect(compiled).toBe(1);
  type = "string";
  await client.listTools();
  expect((await failure(client.callTool("t5"))).reason.type).toBe("output_mismatch");
  expect(compiled).toBe(2);
});
