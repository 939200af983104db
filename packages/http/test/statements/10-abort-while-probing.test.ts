import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture } from "../support/fixture.ts";

// Statement 10: an abort during the probe rejects connect at once, and the probe itself is aborted.

test.each(EXCHANGES)("the server sees the probe close ($name)", async ({ options }) => {
  const server = await fixture(() => undefined);
  const controller = new AbortController();
  const connecting = failureOf(connected(http(server.url, options), { signal: controller.signal }));
  await server.arrived(1);
  const reason = new Error("changed my mind");
  controller.abort(reason);
  expect(await connecting).toBe(reason);
  await server.seen[0]?.closed;
  expect(server.seen).toHaveLength(1);
});

test("a signal that is aborted already sends nothing", async () => {
  const server = await fixture(() => undefined);
  expect(await failureOf(connected(http(server.url), { signal: AbortSignal.abort("no") }))).toBe("no");
  expect(server.seen).toHaveLength(0);
});
