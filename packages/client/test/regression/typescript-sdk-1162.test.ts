// Field report 144: timers keep a process alive.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { ERAS, failure, recorder } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)("none is left after `close` (%s)", async (protocol) => {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const client = await connect(server.transport, { ...recorder().options, protocol, clock });
  const calls = [1, 2, 3].map(() => failure(client.callTool("t", {}, { maxTotalTimeout: 5000 })));
  await server.arrived("tools/call", 3);
  await client.close();
  await Promise.all(calls);
  expect(clock.pending).toBe(0);
});
