// Statement 4 (the cache's half): after the token changes, a private read is fetched again.
import { expect, test } from "vitest";
import { harness, PRIVATE, page, readOf } from "../support/harness.ts";

// @req cache.private
test("the body of one user is never served to the next", async () => {
  const { connect } = harness();
  let token = "alice";
  const server = connect({ credentials: async () => `digest of ${token}` });
  server.answer = () => page(token, PRIVATE);
  expect(await server.read(readOf("mail"))).toEqual(page("alice", PRIVATE));
  token = "bob";
  expect(await server.read(readOf("mail"))).toEqual(page("bob", PRIVATE));
  token = "alice";
  expect(await server.read(readOf("mail"))).toEqual(page("alice", PRIVATE));
  expect(server.sent).toHaveLength(2);
});
