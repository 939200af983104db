// Statement 29: connecting again must not replace a live connection. Here every `connect` gives a client of its own.
import { memoryTransport, testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { ERAS, failure, open } from "../support/clients.ts";

test.each(ERAS)("two clients of one transport object live and end apart (%s)", async (protocol) => {
  const transport = memoryTransport(testServer({ tools: { any: () => "ok" } }));
  const [first, second] = [await open(transport, { protocol }), await open(transport, { protocol })];
  expect(transport.opened).toBe(2);
  await first.client.close();
  expect((await failure(first.client.callTool("any"))).reason).toEqual({ type: "closed" });
  expect(await second.client.callTool("any")).toMatchObject({ content: [{ text: "ok" }] });
  const third = await open(transport, { protocol });
  expect(await third.client.callTool("any")).toMatchObject({ content: [{ text: "ok" }] });
});
