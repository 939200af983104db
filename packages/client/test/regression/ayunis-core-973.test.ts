// Field report 128: cleaning names up maps different tools to one name, or to nothing.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const NAMES = ["a.b", "a_b", "a/b", "a b", "日本", "ÄÖ", "x".repeat(200), "-", "A.B"];

test.each(ERAS)("names are kept and sent verbatim (%s)", async (protocol) => {
  const server = rawServer({
    methods: { "tools/list": () => ({ tools: NAMES.map((name) => ({ name, inputSchema: {} })) }) },
  });
  const { client } = await open(server.transport, { protocol });
  const tools = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  for (const tool of tools) await client.callTool(tool);
  expect(server.requests("tools/call").map(({ params }) => params["name"])).toEqual(NAMES);
});
