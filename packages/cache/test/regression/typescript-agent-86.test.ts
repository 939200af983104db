// Field report 130: "refresh" was answered from the response cache while `ttlMs` lasted, up to a day.
import { expect, test } from "vitest";
import { harness, page, TOOLS } from "../support/harness.ts";

test("a refresh always reaches the server, and rewrites the entry", async () => {
  const day = { ttlMs: 86_400_000, cacheScope: "public" };
  const { connect, clock } = harness();
  const server = connect();
  server.answer = () => page(server.sent.length, day);
  await server.read(TOOLS);
  await clock.advance(60_000);
  const fresh = await server.read({ ...TOOLS, mode: "refresh" });
  expect(fresh).toEqual(page(2, day));
  expect(server.readNow(TOOLS)).toBe(fresh);
});
