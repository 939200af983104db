// Field report 111: `subscribe` returned before the acknowledgement; one failed re-listen ended it; the filter was lost.
import { manualClock, testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";
import { http } from "../support/siblings.ts";
import { acknowledge, FILTER } from "../support/watched.ts";

test("`listen` waits for the acknowledgement and gives the granted part", async () => {
  const clock = manualClock();
  const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
  const { client } = await open(server.transport, { clock });
  let opened = false;
  const opening = client.listen(FILTER).then((subscription) => {
    opened = true;
    return subscription;
  });
  const { id } = await server.arrived("subscriptions/listen");
  await clock.flush();
  expect(opened).toBe(false);
  acknowledge(server, id, { toolsListChanged: true });
  expect((await opening).accepted).toEqual({ toolsListChanged: true });
});

test("after a drop it tries again as long as it was told to, with the whole filter, and says there was a gap", async () => {
  const server = testServer({ tools: {} });
  let refusals = 0;
  const host = await serveHttp(server, {
    intercept: (request, response) => {
      if (request.headers["mcp-method"] !== "subscriptions/listen" || refusals === 0) return false;
      refusals -= 1;
      response.writeHead(503).end();
      return true;
    },
  });
  onTestFinished(() => host.close());
  const { client } = await open(http(host.url), { random: () => 0 });
  const subscription = await client.listen({ toolsListChanged: true }, { resubscribe: { minDelay: 1 } });
  refusals = 3;
  host.handler?.dropStreams();
  expect((await subscription.next()).value).toEqual({
    type: "resubscribed",
    accepted: { toolsListChanged: true },
  });
  server.announce.toolsChanged();
  expect((await subscription.next()).value?.type).toBe("notification");
  await subscription.close();
});
