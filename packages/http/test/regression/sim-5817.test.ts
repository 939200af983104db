import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 57: one request that timed out was taken for a dead connection, which was then made anew.

test("a timeout ends its own request, and nothing else", async () => {
  const clock = manualClock();
  const server = await fixture((seen, response) => {
    if (seen.message.params?.["name"] === "fast") json(response, result(seen, { content: [] }));
  });
  const client = await connected(http(server.url), { protocol: "2026-07-28", clock });
  const slow = failureOf(client.callTool("slow", {}, { timeout: 1000 }));
  const patient = client.callTool("patient", {}, { timeout: 60_000 });
  await server.arrived(2);
  await clock.advance(1000);
  expect(await slow).toMatchObject({ code: -32001 });
  expect(await client.callTool("fast", {})).toEqual({ content: [] });
  const call = server.seen.find(({ message }) => message.params?.["name"] === "patient");
  if (call !== undefined) json(call.response, result(call, { content: [{ type: "text", text: "late" }] }));
  expect(await patient).toMatchObject({ content: [{ text: "late" }] });
});
