// Field report 136: one AbortSignal for everything collected tens of thousands of listeners.
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("the caller's signal has no listener of a call that settled (%s)", async (protocol) => {
  const { client } = await open(rawServer().transport, { protocol });
  const { signal } = new AbortController();
  for (let call = 0; call < 1000; call += 1) await client.callTool("t", {}, { signal });
  const subscription =
    protocol === "2025-11-25" ? await client.listen({ toolsListChanged: true }, { signal }) : undefined;
  await subscription?.close();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
