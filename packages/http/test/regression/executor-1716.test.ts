import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 67: an abort reached the promise of `fetch` but not the body, so streams stayed open after `close`.

test.each(EXCHANGES)("the server sees every stream close ($name)", async ({ options }) => {
  const note = event('{"jsonrpc":"2.0","method":"notifications/x"}');
  const server = await fixture((_seen, response) => stream(response).write(note));
  const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
  peer.connection.openChannel?.(peer.routing);
  const call = peer.call("x");
  await expect.poll(() => [peer.notifications.length, call.notifications.length]).toEqual([1, 1]);
  await peer.connection.close();
  await Promise.all(server.seen.map(({ closed }) => closed));
});
