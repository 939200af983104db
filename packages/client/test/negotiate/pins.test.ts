// @req version.pin, version.unknown, version.pin-stateless, version.none-supported, version.default
import { REVISIONS, type Revision } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { connect, direct } from "../../src/index.ts";
import { ERAS, failure, open, thrown } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

describe("a stateless pin", () => {
  test("sends nothing, and knows nothing of the server until it asks", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol: "2026-07-28" });
    expect(server.received).toEqual([]);
    expect(client.session).toMatchObject({
      protocolVersion: "2026-07-28",
      era: "stateless",
      serverInfo: undefined,
      capabilities: undefined,
    });
    await client.discover();
    expect(client.session.capabilities).toEqual({ tools: {}, resources: { subscribe: true }, logging: {} });
  });

  test("never falls back", async () => {
    const server = rawServer({ methods: { "tools/call": () => fault(-32_600, "initialize first") } });
    const { client } = await open(server.transport, { protocol: ["2026-07-28"] });
    expect(await failure(client.callTool("any"))).toMatchObject({ kind: "server", code: -32_600 });
    expect(server.requests("initialize")).toEqual([]);
  });
});

describe("a list", () => {
  test("of one era sends `initialize` with its newest revision", async () => {
    const server = rawServer();
    await open(server.transport, { protocol: ["2024-11-05", "2025-06-18"] });
    expect(server.requests("server/discover")).toEqual([]);
    expect(server.requests("initialize")[0]?.params["protocolVersion"]).toBe("2025-06-18");
  });

  test("is taken newest first, whatever its order, and may repeat", async () => {
    const server = rawServer({ methods: { "server/discover": () => fault(-32_601) } });
    const { client } = await open(server.transport, {
      protocol: ["2024-11-05", "2026-07-28", "2025-11-25", "2025-11-25"],
    });
    expect(client.session.protocolVersion).toBe("2025-11-25");
  });
});

describe.each<[string, (protocol: never) => Promise<unknown>]>([
  ["connect", (protocol) => connect(rawServer().transport, { protocol })],
  ["direct", (protocol) => direct({ revisions: REVISIONS, dispatch: () => never() }, { protocol })],
])("%s", (_name, begin) => {
  test.each([["2031-01-01"], [["2026-07-28", "DRAFT-2026-v1"]], [""], [[7]], [null], [{}]])(
    "refuses the protocol %j before anything is opened",
    async (protocol) => {
      const error = await failure(begin(protocol as never));
      const requested = (Array.isArray(protocol) ? protocol : [protocol]).map(String);
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_602,
        data: { requested, supported: REVISIONS },
        reason: { type: "unsupported_version", requested, supported: REVISIONS },
        sent: "no",
      });
      expect(error.message).toContain(`it speaks ${REVISIONS.join(", ")}`);
    },
  );

  test("refuses an empty list", async () => {
    expect(await thrown(begin([] as never))).toBeInstanceOf(TypeError);
  });
});

test("a refused protocol opens nothing", async () => {
  const server = rawServer();
  await failure(connect(server.transport, { protocol: "2031-01-01" as Revision }));
  expect(server.opened).toBe(0);
});

test.each(ERAS)("`connect` takes only a transport (%s)", async (protocol) => {
  for (const target of [undefined, null, "https://example.com/mcp", {}, { open: true }]) {
    expect(await thrown(connect(target as never, { protocol }))).toBeInstanceOf(TypeError);
  }
});

function never(): never {
  throw new Error("nothing may be dispatched");
}
