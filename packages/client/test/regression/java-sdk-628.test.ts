// Field report 71: a server sends `nextCursor: ""` for ever.
import { expect, test } from "vitest";
import { ERAS, failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("the list fails after two requests (%s)", async (protocol) => {
  const server = rawServer({ methods: { "tools/list": () => ({ tools: [], nextCursor: "" }) } });
  const { client } = await open(server.transport, { protocol });
  expect((await failure(client.listTools())).reason).toEqual({ type: "repeated_cursor", cursor: "" });
  expect(server.requests("tools/list")).toHaveLength(2);
});
