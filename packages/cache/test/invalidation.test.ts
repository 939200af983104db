import { describe, expect, test } from "vitest";
import { harness, notification, PRIVATE, page, readOf, TOOLS } from "./support/harness.ts";

const LISTS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];

// @req cache.invalidate-lists, rule.22
describe("a list changed", () => {
  test.each([
    ["tools/list_changed", ["tools/list"]],
    ["prompts/list_changed", ["prompts/list"]],
    ["resources/list_changed", ["resources/list", "resources/templates/list"]],
  ])("%s drops all pages of %j, at once, and nothing else", async (method, dropped) => {
    const { connect } = harness();
    const server = connect();
    const all = [
      ...LISTS.flatMap((list) => [{ method: list }, { method: list, params: { cursor: "2" } }]),
      readOf("a"),
      { method: "server/discover" },
    ];
    for (const request of all) await server.read(request);
    server.sent.length = 0;
    server.cache.invalidate(notification(method));
    for (const request of all) await server.read(request);
    expect(server.sent).toEqual(dropped.flatMap((list) => [list, `${list} 2`]));
  });
});

// @req cache.invalidate-resource
test("an updated resource drops the reads of that URI, public and private", async () => {
  const { connect } = harness();
  const server = connect();
  server.answer = () => page(1, PRIVATE);
  await server.read(readOf("a"));
  server.answer = page(2);
  await server.read(readOf("a/b"));
  server.cache.invalidate(notification("resources/updated", { uri: "a" }));
  await server.read(readOf("a/b"));
  await server.read(readOf("a"));
  expect(server.sent).toEqual(["resources/read a", "resources/read a/b", "resources/read a"]);
});

test("every connection to the endpoint is affected, whatever its credentials, and no other endpoint", async () => {
  const { connect } = harness();
  const alice = connect({ credentials: () => "alice" });
  const bob = connect({ credentials: () => "bob" });
  const elsewhere = connect({ endpoint: "https://example.org/" });
  for (const server of [alice, bob, elsewhere]) {
    server.answer = () => page(1, PRIVATE);
    await server.read(TOOLS);
  }
  alice.cache.invalidate(notification("tools/list_changed"));
  for (const server of [alice, bob, elsewhere]) await server.read(TOOLS);
  expect([alice.sent.length, bob.sent.length, elsewhere.sent.length]).toEqual([2, 2, 1]);
});

test("URIs with the names of object members are only names", async () => {
  const { connect } = harness();
  const server = connect();
  for (const uri of ["__proto__", "constructor", "toString"]) {
    await server.read(readOf(uri));
    server.cache.invalidate(notification("resources/updated", { uri }));
    await server.read(readOf(uri));
  }
  expect(server.sent).toHaveLength(6);
});

// @req cache.pages
test("dropPages forgets the pages of one list", async () => {
  const { connect } = harness();
  const server = connect();
  for (const params of [{}, { cursor: "2" }]) await server.read({ ...TOOLS, params });
  await server.read({ method: "prompts/list" });
  server.cache.dropPages("tools/list");
  for (const params of [{}, { cursor: "2" }]) await server.read({ ...TOOLS, params });
  await server.read({ method: "prompts/list" });
  expect(server.sent).toHaveLength(5);
});
