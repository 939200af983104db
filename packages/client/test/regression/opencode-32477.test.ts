// Field report 86: resetting the timeout on progress did nothing unless a callback was given, since no token was sent.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)("the option alone asks for progress and is enough (%s)", async (protocol) => {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client } = await open(server.transport, { protocol, clock });
  const call = client.callTool("long", {}, { timeout: 100, resetTimeoutOnProgress: true });
  const { id } = await server.arrived("tools/call");
  for (let step = 1; step <= 5; step += 1) {
    await clock.advance(90);
    server.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: id, progress: step },
    });
  }
  server.reply(id, { content: [] });
  expect(await call).toEqual({ content: [] });
});
