// Field report 73: the same cursor each time showed eight tools about twenty times.
import { expect, test } from "vitest";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("the guard looks before the page is asked for again, and hands out no duplicates", async () => {
  const tools = [{ name: "a", inputSchema: {} }];
  const server = rawServer({ methods: { "tools/list": () => ({ tools, nextCursor: "same" }) } });
  const { client } = await open(server.transport);
  expect((await failure(client.listTools())).reason).toMatchObject({
    type: "repeated_cursor",
    cursor: "same",
  });
  expect(server.requests("tools/list")).toHaveLength(2);
});
