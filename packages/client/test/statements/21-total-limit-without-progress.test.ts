// Statement 21: `maxTotalTimeout` ends a call without any progress, and tells the server.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { ERAS, failure, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)("%s", async (protocol) => {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client } = await open(server.transport, { protocol, clock });
  const failing = failure(client.callTool("t", {}, { maxTotalTimeout: 300, resetTimeoutOnProgress: true }));
  const { id } = await server.arrived("tools/call");
  await clock.advance(300);
  expect(await failing).toMatchObject({ code: -32_001, data: { maxTotalTimeoutMs: 300 } });
  expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
});
