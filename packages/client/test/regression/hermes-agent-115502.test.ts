// Field report 95: 200 `list_changed` became 200 listings. Field report 96: a listing that triggers `list_changed` that
// triggers a listing.
import { manualClock, testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { dial, ERAS } from "../support/clients.ts";

test.each(ERAS)(
  "the library lists nothing by itself, and tells a slow owner once what it missed (%s)",
  async (protocol) => {
    const server = testServer({ tools: {} });
    const { client } = await dial(server, "pipe", { protocol });
    const subscription = await client.listen({ toolsListChanged: true }, { maxBuffer: 1 });
    for (let at = 0; at < 200; at += 1) server.announce.toolsChanged();
    await manualClock().flush();
    expect(await subscription.next()).toMatchObject({ value: { type: "dropped", count: 199 } });
    expect(await subscription.next()).toMatchObject({ value: { type: "notification" } });
    expect(
      server.received.filter((message) => "method" in message && message.method === "tools/list"),
    ).toEqual([]);
  },
);
