import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Statement 22: a legacy call that timed out closes its socket.

test.each(EXCHANGES)("five of five ($name)", async ({ options }) => {
  const clock = manualClock();
  const server = await legacyServer({ call: () => undefined });
  const client = await connected(http(server.url, options), { timeout: 1000, clock });
  const isCall = ({ message }: { readonly message: { readonly method: string } }): boolean =>
    message.method === "tools/call";
  const calls = Array.from({ length: 5 }, () => failureOf(client.callTool("x", {})));
  await server.arrived(5, isCall);
  await clock.advance(1000);
  for (const failure of await Promise.all(calls)) expect(failure).toMatchObject({ code: -32001 });
  await Promise.all(server.seen.filter(isCall).map(({ closed }) => closed));
  await server.arrived(5, ({ message }) => message.method === "notifications/cancelled");
});
