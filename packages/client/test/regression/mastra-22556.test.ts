// Field report 123: validation only happens when the tool is in the last listing; calls by name skip it silently.
import type { Tool } from "@snodo/protocol";
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("by name it follows the last listing; the definition makes it certain", async () => {
  const tool = { name: "t", inputSchema: {}, outputSchema: { type: "string" } } as unknown as Tool;
  const server = rawServer({
    methods: {
      "tools/list": () => ({ tools: [tool] }),
      "tools/call": () => ({ content: [], structuredContent: 1 }),
    },
  });
  const { client } = await open(server.transport, { outputValidator: cfworkerValidator() });
  expect(await client.callTool("t")).toMatchObject({ structuredContent: 1 });
  expect((await failure(client.callTool(tool))).reason.type).toBe("output_mismatch");
  await client.listTools();
  expect((await failure(client.callTool("t"))).reason.type).toBe("output_mismatch");
});
