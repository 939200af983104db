// Field report 78: a server answers every request with id 0.
import { expect, test } from "vitest";
import { harness, result } from "../pipe/harness.ts";

test("each wrong answer is reported, the request stays bounded by its caller, the connection lives", async () => {
  const { call, receive, codes, written } = harness();
  const pending = call({ id: 1 });
  receive(result(0), result(0));
  expect(codes()).toEqual(["warning unexpected_answer", "warning unexpected_answer"]);
  expect(pending.events).toEqual([]);
  pending.cancel("timed out");
  expect(written.at(-1)).toMatchObject({ method: "notifications/cancelled", params: { requestId: 1 } });
  const next = call({ id: 2 });
  receive(result(2));
  await next.outcome;
});
