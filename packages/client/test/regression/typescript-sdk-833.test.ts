// Field report 114: closing one side did not close the other, and handlers of server requests went on.
import { memoryTransport, testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { ERAS, gate, open } from "../support/clients.ts";

test.each(ERAS)("both end (%s)", async (protocol) => {
  const asked = gate<AbortSignal>();
  const server = testServer({ tools: { ask: (_args, context) => context.ask("roots/list").then(() => "") } });
  const transport = memoryTransport(server);
  const { client } = await open(transport, {
    protocol,
    inputHandlers: {
      roots: (_params, { signal }) => {
        asked.open(signal);
        return new Promise(() => undefined);
      },
    },
  });
  void client.callTool("ask").catch(() => undefined);
  const signal = await asked.opened;
  await client.close();
  expect(signal.aborted).toBe(true);
  expect(server.clients).toEqual([]);

  const second = await open(transport, { protocol });
  transport.sever();
  expect((await second.client.closed).reason).toEqual({ type: "connection_lost" });
});
