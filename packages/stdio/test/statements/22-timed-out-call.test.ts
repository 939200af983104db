// @req stdio.cancels
// Statement 22 (stdio part): a call that timed out leaves nothing open, and the server is told.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("a call that is given up is cancelled by a notification that names it, once", async () => {
  const { request, send } = await open(puppet());
  const call = send("silence");
  call.cancel("timed out after 1000 ms");
  call.cancel("again");
  const seen = (await request("seen")) as { method?: string; params?: unknown }[];
  expect(seen.filter(({ method }) => method === "notifications/cancelled")).toEqual([
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: call.id, reason: "timed out after 1000 ms" },
    },
  ]);
});
