// @req rule.35
import { expect, test } from "vitest";
import { http, legacySse } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";

// Field report 46: an event that only carries an id (`data:` empty) was handed to JSON.parse.

const prime = "id: 1\nretry: 500\ndata:\n\n";

test.each(["2026-07-28", "2025-11-25"] as const)("on the response of a POST (%s)", async (revision) => {
  const server = await fixture((seen, response) => stream(response).end(prime + event(result(seen))));
  const peer = await Dialled.dial(http(server.url), { revision });
  expect(await peer.call("x").response).toHaveProperty("result");
  expect(peer.diagnostics).toEqual([]);
});

test("on the standalone stream", async () => {
  const server = await fixture((_seen, response) =>
    stream(response).write(prime + event('{"jsonrpc":"2.0","method":"notifications/x"}')),
  );
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  peer.connection.openChannel?.(peer.routing);
  await expect.poll(() => peer.notifications).toHaveLength(1);
  expect(peer.diagnostics).toEqual([]);
});

test("on HTTP+SSE", async () => {
  const server = await fixture((_seen, response) => {
    stream(response).write(
      prime +
        event("/m", { event: "endpoint" }) +
        prime +
        event('{"jsonrpc":"2.0","method":"notifications/x"}'),
    );
  });
  const peer = await Dialled.dial(legacySse(server.url), { revision: "2024-11-05" });
  await expect.poll(() => peer.notifications.length + peer.diagnostics.length).toBeGreaterThan(0);
  expect(peer.diagnostics).toEqual([]);
});
