// Over HTTP two requests under way may overtake each other.
// @req listen.initialize-era, listen.close
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { gate, INITIALIZE_REVISIONS, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(INITIALIZE_REVISIONS)(
  "one that is opened while the last of its URI is closed asks once that was told, or the server may drop it (%s)",
  async (protocol) => {
    const told = gate<object>();
    const server = rawServer({ methods: { "resources/unsubscribe": () => told.opened } });
    const { client } = await open(server.transport, { protocol });
    const filter = { resourceSubscriptions: ["file:///a"] };
    const first = await client.listen(filter);
    const closing = first.close();
    await server.arrived("resources/unsubscribe");
    const controller = new AbortController();
    const given = thrown(client.listen(filter, { signal: controller.signal }));
    const second = client.listen(filter);
    await manualClock().flush();
    expect(server.requests("resources/subscribe")).toHaveLength(1);
    controller.abort("enough");
    expect(await given).toBe("enough");
    told.open({});
    await closing;
    expect((await second).accepted).toEqual(filter);
    expect(server.requests("resources/subscribe")).toHaveLength(2);
  },
);
