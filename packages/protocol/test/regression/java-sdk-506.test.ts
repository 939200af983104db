// Field report 79: an error with `id: null` must not end the connection.
import { expect, test } from "vitest";
import { harness, result } from "../pipe/harness.ts";

test("it is reported, and the loop goes on", async () => {
  const { call, receive, codes } = harness();
  const pending = call({ id: 1 });
  receive({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } }, result(1));
  await pending.outcome;
  expect(codes()).toEqual(["warning error_without_id"]);
});
