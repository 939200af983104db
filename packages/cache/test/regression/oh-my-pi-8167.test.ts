// Field report 134: after a reconnect cached tool definitions won over fresh ones.
import { expect, test } from "vitest";
import { deferred, harness, page, TOOLS } from "../support/harness.ts";

test("what was fetched later wins, on every connection to the endpoint", async () => {
  const { connect } = harness();
  const before = connect();
  await before.read(TOOLS);
  before.cache.detach();
  const after = connect();
  after.answer = page("live");
  const live = await after.read({ ...TOOLS, mode: "refresh" });
  expect(after.readNow(TOOLS)).toBe(live);
  expect(await connect().read(TOOLS)).toBe(live);
});

test("an answer that was on its way when the connection ended does not come back", async () => {
  const { connect } = harness();
  const before = connect();
  const held = deferred();
  before.answer = held.promise;
  const late = before.read(TOOLS);
  before.cache.detach();
  const after = connect();
  after.answer = page("live");
  const live = await after.read(TOOLS);
  held.resolve(page("old"));
  await late;
  expect(after.readNow(TOOLS)).toBe(live);
});
