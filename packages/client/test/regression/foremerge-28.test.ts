// Field report 122: `structuredContent` that is an array was refused ("expected record").
import type { Tool } from "@snodo/protocol";
import { expect, test } from "vitest";
import { cfworkerValidator } from "../../src/json-schema.ts";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("any JSON value passes, and is checked as what it is (%s)", async (protocol) => {
  for (const structuredContent of [[1, 2], null, 0, "", false]) {
    const result = { content: [], structuredContent };
    const server = rawServer({ methods: { "tools/call": () => result } });
    const { client } = await open(server.transport, { protocol, outputValidator: cfworkerValidator() });
    const tool = {
      name: "t",
      inputSchema: {},
      outputSchema: { const: structuredContent },
    } as unknown as Tool;
    expect(await client.callTool(tool)).toEqual(result);
    expect(await client.callTool("t")).toEqual(result);
  }
});
