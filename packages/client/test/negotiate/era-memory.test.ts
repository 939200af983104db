// @req version.probe-legacy, version.stdio-restart
import { transportError } from "@snodo/protocol";
import { memoryTransport, testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, open } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

const legacy = { "server/discover": () => fault(-32_601) };

test("a probe is sent once for a transport whose server turned out to be of the initialize era", async () => {
  const server = rawServer({ methods: legacy });
  await (await open(server.transport)).client.close();
  expect(server.opened).toBe(2);
  const { client } = await open(server.transport);
  expect(client.session.protocolVersion).toBe("2025-11-25");
  expect(server.requests("server/discover")).toHaveLength(1);
  expect(server.opened).toBe(3);
});

test("what is remembered is the era, not the revision", async () => {
  const server = rawServer({ methods: legacy });
  await open(server.transport, { protocol: ["2026-07-28", "2025-03-26"] });
  const { client } = await open(server.transport);
  expect(client.session.protocolVersion).toBe("2025-11-25");
});

test("a stateless server is asked again: its answer fills the session", async () => {
  const transport = memoryTransport(testServer({ instructions: "Ask." }));
  await open(transport);
  const { client } = await open(transport);
  expect(client.session).toMatchObject({ protocolVersion: "2026-07-28", instructions: "Ask." });
});

test("a pin says nothing about the server", async () => {
  const transport = memoryTransport(testServer());
  await open(transport, { protocol: "2025-06-18" });
  const { client } = await open(transport);
  expect(client.session.protocolVersion).toBe("2026-07-28");
});

test("another transport object to the same server learns for itself", async () => {
  const server = rawServer({ methods: legacy });
  await open(server.transport);
  await open({ ...server.transport });
  expect(server.requests("server/discover")).toHaveLength(2);
});

test("a server that was replaced by a stateless one is found out, and asked again", async () => {
  let modern = false;
  const server = rawServer({
    methods: {
      "server/discover": () => (modern ? { supportedVersions: ["2026-07-28"] } : fault(-32_601)),
      initialize: () =>
        modern
          ? fault(-32_022, "no", { supported: ["2026-07-28"] })
          : { protocolVersion: "2025-11-25", capabilities: {} },
    },
  });
  await open(server.transport);
  modern = true;
  const { client } = await open(server.transport);
  expect(client.session.protocolVersion).toBe("2026-07-28");
  await open(server.transport);
  expect(server.requests("initialize")).toHaveLength(2);
});

test("a server that cannot be reached may still be the one it was: it is not asked again", async () => {
  let down = false;
  const lost = transportError("no route", { type: "unreachable", osCode: "ECONNREFUSED" });
  const server = rawServer({
    methods: {
      ...legacy,
      initialize: (_request, self) => {
        if (!down) return { protocolVersion: "2025-11-25", capabilities: {} };
        self.end(lost);
        return SILENT;
      },
    },
  });
  await open(server.transport);
  down = true;
  expect(await failure(connect(server.transport))).toBe(lost);
  down = false;
  await open(server.transport);
  expect(server.requests("server/discover")).toHaveLength(1);
});
