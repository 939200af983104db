// Field report 105: the fallback probed again, and the failed first connection was not closed.
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

test("the fallback is of the initialize era from its start, and what it replaces is closed first", async () => {
  const order: string[] = [];
  const server = rawServer({
    methods: { "server/discover": () => fault(-32_601) },
    open: async (_context, dial) => {
      order.push(`open with ${server.closed} closed`);
      return await dial();
    },
  });
  await open(server.transport);
  expect(order).toEqual(["open with 0 closed", "open with 1 closed"]);
  const methods = server.received.map((message) => "method" in message && message.method);
  expect(methods).toEqual(["server/discover", "initialize", "notifications/initialized"]);
});
