// Field report 77: a gateway turns the number of an id into its string.
import { expect, test } from "vitest";
import { harness, result } from "../pipe/harness.ts";

test("the answer is matched, and nothing looser is", async () => {
  const { call, receive } = harness();
  const pending = call({ id: 10 });
  for (const id of ["", " 10", "10.0", "1e1", "0x0a", true, null]) receive(result(id));
  expect(pending.events).toEqual([]);
  receive(result("10", { ok: true }));
  expect(await pending.outcome).toMatchObject({ result: { ok: true } });
});
