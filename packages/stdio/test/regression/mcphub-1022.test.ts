// Field report 136: samanhappy/mcphub#1022, google-gemini/gemini-cli#8065.
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("the signal of an opening keeps no listener, however many calls follow", async () => {
  const { signal } = new AbortController();
  const { request, connection } = await open(puppet(), { signal });
  await Promise.all(Array.from({ length: 200 }, (_, n) => request("echo", { n })));
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await connection.close();
});
