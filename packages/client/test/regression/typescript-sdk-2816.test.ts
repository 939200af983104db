// Field report 87: whether progress extends the total limit.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { failure, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test("there are two limits: one that progress resets, one that nothing moves", async () => {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client } = await open(server.transport, { clock });
  const options = { timeout: 100, maxTotalTimeout: 1000, resetTimeoutOnProgress: true };
  const failing = failure(client.callTool("long", {}, options));
  const { id } = await server.arrived("tools/call");
  for (let passed = 0; passed < 1000; passed += 50) {
    server.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: id, progress: passed },
    });
    await clock.advance(50);
  }
  expect(await failing).toMatchObject({
    message: "Maximum total timeout exceeded",
    data: { maxTotalTimeoutMs: 1000 },
  });
  expect(clock.now()).toBe(1000);
});
