// Field report 127: `inputSchema.required: null` on one tool dropped all tools.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("null counts as absent; a culprit is named, the others stay (%s)", async (protocol) => {
  const tools = [
    { name: "null", inputSchema: { type: "object", required: null } },
    { name: "culprit", inputSchema: { type: "object", required: "name" } },
    { name: "fine", inputSchema: { type: "object" } },
  ];
  const { client, diagnostics } = await open(
    rawServer({ methods: { "tools/list": () => ({ tools }) } }).transport,
    { protocol },
  );
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["null", "fine"]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"culprit" of tools/list is left out: "inputSchema.required" is not an array',
  ]);
});
