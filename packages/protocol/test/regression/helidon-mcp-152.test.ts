// Field report 80: an answer with neither result nor error.
import { expect, test } from "vitest";
import { harness } from "../pipe/harness.ts";

test("the request is refused as invalid, not resolved with undefined", async () => {
  const { call, receive } = harness();
  const pending = call({ id: 1 });
  receive({ jsonrpc: "2.0", id: 1 });
  await expect(pending.outcome).rejects.toMatchObject({ reason: { type: "invalid_message" } });
});
