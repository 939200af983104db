// Statement 20: `timeout: 0` or `Infinity` means no timer; values above 2^31-1 are clamped.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)("%s", async (protocol) => {
  const clock = manualClock();
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client } = await open(server.transport, { protocol, clock });
  const calls = [0, Number.POSITIVE_INFINITY].map((timeout) => client.callTool("t", {}, { timeout }));
  await server.arrived("tools/call", 2);
  expect(clock.pending).toBe(0);
  const clamped = [2 ** 31, 1e300].map((timeout) => client.callTool("t", {}, { timeout }));
  await server.arrived("tools/call", 4);
  expect([clock.pending, clock.untilNext]).toEqual([2, 2 ** 31 - 1]);
  await clock.advance(1_000_000_000);
  for (const { id } of server.requests("tools/call")) server.reply(id, { content: [] });
  expect(await Promise.all([...calls, ...clamped])).toEqual(Array(4).fill({ content: [] }));
});
