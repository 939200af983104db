// @req call.abort, cancel.initialize
import type { Connection } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { type ConnectOptions, connect } from "../../src/index.ts";
import { ERAS, failure, gate, thrown } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

const reason = new Error("changed my mind");

test("an aborted signal opens and sends nothing", async () => {
  const server = rawServer();
  for (const protocol of [undefined, ...ERAS]) {
    expect(await thrown(connect(server.transport, { protocol, signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
  }
  expect(server.opened).toBe(0);
});

describe("an abort while the answer is out", () => {
  test.each<[method: string, options: ConnectOptions, cancels: number]>([
    ["server/discover", {}, 1],
    ["initialize", { protocol: "2025-11-25" }, 0],
    ["initialize", { protocol: "2024-11-05" }, 0],
  ])("of %s (%j) rejects with the reason and closes", async (method, options, cancels) => {
    const server = rawServer({ methods: { [method]: () => SILENT } });
    const controller = new AbortController();
    const failing = thrown(connect(server.transport, { ...options, signal: controller.signal }));
    await server.arrived(method);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect([server.opened, server.closed]).toEqual([1, 1]);
    expect(server.requests("notifications/cancelled")).toHaveLength(cancels);
  });

  test("of the fallback's `initialize` rejects with the reason, not with a report of both", async () => {
    const server = rawServer({
      methods: { "server/discover": () => fault(-32_601), initialize: () => SILENT },
    });
    const controller = new AbortController();
    const failing = thrown(connect(server.transport, { signal: controller.signal }));
    await server.arrived("initialize");
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect([server.opened, server.closed]).toEqual([2, 2]);
  });

  test("of `notifications/initialized`", async () => {
    const asked = gate();
    const server = rawServer({
      adapt: (connection) =>
        Object.assign(connection, {
          notify: () => {
            asked.open();
            return new Promise<void>(() => undefined);
          },
        }),
    });
    const controller = new AbortController();
    const failing = thrown(connect(server.transport, { protocol: "2025-11-25", signal: controller.signal }));
    await asked.opened;
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect(server.closed).toBe(1);
  });

  test("of the log level that the options ask for", async () => {
    const server = rawServer({ methods: { "logging/setLevel": () => SILENT } });
    const controller = new AbortController();
    const options = { protocol: "2025-11-25", logLevel: "debug", signal: controller.signal } as const;
    const failing = thrown(connect(server.transport, options));
    await server.arrived("logging/setLevel");
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect(server.closed).toBe(1);
  });
});

describe("a transport that does not open", () => {
  const stuck = () => {
    const late = gate<void>();
    const server = rawServer({
      open: async (_context, dial): Promise<Connection> => {
        await late.opened;
        return await dial();
      },
    });
    return { server, late };
  };

  test.each([undefined, ...ERAS])(
    "is given up on abort (%s); a connection that comes late is closed",
    async (protocol) => {
      const { server, late } = stuck();
      const controller = new AbortController();
      const failing = thrown(connect(server.transport, { protocol, signal: controller.signal }));
      controller.abort(reason);
      expect(await failing).toBe(reason);
      late.open();
      await manualClock().flush();
      expect([server.opened, server.closed]).toEqual([1, 1]);
      expect(server.received).toEqual([]);
    },
  );

  test("is bounded by `timeout`", async () => {
    const clock = manualClock();
    const { server, late } = stuck();
    const failing = failure(connect(server.transport, { clock, timeout: 3000 }));
    await clock.advance(3000);
    const error = await failing;
    expect(error).toMatchObject({ kind: "transport", code: -32_001, sent: "no" });
    expect(error.message).toBe("opening the connection on raw-server timed out after 3000 ms");
    late.open();
    await clock.flush();
    expect([server.opened, server.closed]).toEqual([1, 1]);
  });

  test("or fails, rejects with what it failed with", async () => {
    const boom = new Error("no such pipe");
    const server = rawServer({
      open: async () => {
        throw boom;
      },
    });
    expect(await thrown(connect(server.transport))).toBe(boom);
  });
});

test.each(ERAS)("an abort after `connect` resolved changes nothing (%s)", async (protocol) => {
  const server = rawServer();
  const controller = new AbortController();
  const client = await connect(server.transport, { protocol, signal: controller.signal });
  controller.abort(reason);
  await client.callTool("any");
  await client.close();
});
