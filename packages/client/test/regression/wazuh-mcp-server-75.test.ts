// Field report 74: `nextCursor: null` lost all tools.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("null ends the list as a missing cursor does (%s)", async (protocol) => {
  const page = { tools: [{ name: "a", inputSchema: {} }], nextCursor: null };
  const { client } = await open(rawServer({ methods: { "tools/list": () => page } }).transport, { protocol });
  expect(await client.listTools()).toHaveLength(1);
  expect((await client.listPage("tools")).nextCursor).toBeUndefined();
});
