// Statement 25: one malformed tool is dropped and reported, the rest is returned; unknown content passes through.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("%s", async (protocol) => {
  const tools = [
    { name: "good", inputSchema: {} },
    { name: "bad" },
    { name: "annotated", inputSchema: {}, annotations: "x" },
  ];
  const content = [{ type: "unheard-of", x: 1 }];
  const server = rawServer({
    methods: { "tools/list": () => ({ tools }), "tools/call": () => ({ content }) },
  });
  const { client, diagnostics } = await open(server.transport, { protocol });
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["good"]);
  expect(diagnostics.map(({ code, message }) => [code, message.split(" ", 1)[0]])).toEqual([
    ["item_dropped", '"bad"'],
    ["item_dropped", '"annotated"'],
  ]);
  expect((await client.callTool("good")).content).toEqual(content);
});
