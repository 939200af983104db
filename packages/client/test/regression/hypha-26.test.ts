// Field report 84: `connect` ignored an aborted signal, and an abort during the handshake.
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test("nothing is opened in the first case", async () => {
  const server = rawServer();
  expect(await thrown(connect(server.transport, { signal: AbortSignal.abort("no") }))).toBe("no");
  expect([server.opened, server.received.length]).toEqual([0, 0]);
});

test.each([undefined, "2025-11-25"] as const)(
  "in the second it rejects and cleans up (%s)",
  async (protocol) => {
    const server = rawServer({ methods: { "server/discover": () => SILENT, initialize: () => SILENT } });
    const controller = new AbortController();
    const failing = thrown(connect(server.transport, { protocol, signal: controller.signal }));
    await server.arrived(protocol === undefined ? "server/discover" : "initialize");
    controller.abort("now");
    expect(await failing).toBe("now");
    expect(server.closed).toBe(1);
  },
);
