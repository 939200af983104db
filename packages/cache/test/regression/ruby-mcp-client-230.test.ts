// Field report 132: rules that are easy to miss.
import { McpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { harness, notification, page, readOf, TOOLS } from "../support/harness.ts";

test.each([-1, -86_400_000, 1.5, "60000", null])("ttlMs %j counts as 0", async (ttlMs) => {
  const { connect } = harness();
  const server = connect();
  server.answer = page(1, { ttlMs, cacheScope: "public" });
  await server.read(TOOLS);
  await server.read(TOOLS);
  expect(server.sent).toHaveLength(2);
});

test("time is measured by a clock that never goes back, not by the wall's", async () => {
  const { connect, clock } = harness();
  const server = connect();
  const realNow = Date.now;
  try {
    const first = await server.read(TOOLS);
    Date.now = () => realNow() + 10 * 365 * 86_400_000;
    expect(server.readNow(TOOLS)).toBe(first);
    Date.now = () => 0;
    await clock.advance(1000);
    await server.read(TOOLS);
    expect(server.sent).toHaveLength(2);
  } finally {
    Date.now = realNow;
  }
});

test("the result of an input round is not kept", async () => {
  const { connect } = harness();
  const server = connect();
  server.storable = false;
  await server.read(readOf("a"));
  server.storable = true;
  server.answer = page("asked again");
  expect(await server.read(readOf("a"))).toEqual(page("asked again"));
});

test("an update drops the reads of that URI only", async () => {
  const { connect } = harness();
  const server = connect();
  for (const uri of ["a", "b"]) await server.read(readOf(uri));
  server.cache.invalidate(notification("resources/updated", { uri: "a" }));
  for (const uri of ["a", "b"]) await server.read(readOf(uri));
  expect(server.sent).toEqual(["resources/read a", "resources/read b", "resources/read a"]);
});

test("a stale result may help out when the server is gone, if the application says so", async () => {
  const { connect, clock } = harness({ staleIfError: 60_000 });
  const server = connect();
  const first = await server.read(TOOLS);
  await clock.advance(30_000);
  server.answer = () =>
    Promise.reject(
      new McpError("gone", { kind: "transport", code: -32000, reason: { type: "connection_lost" } }),
    );
  expect(await server.read(TOOLS)).toBe(first);
});
