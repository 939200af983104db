// The `session` option: a session of an earlier connection is taken up again.
import type { ResumedSession } from "@snodo/protocol";
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const resumable = (seen: unknown[]) => {
  const server = rawServer({
    open: async (context, dial) => {
      seen.push(context.session);
      return Object.assign(await dial(), { sessionId: context.session?.id });
    },
  });
  return server;
};

test("no handshake is sent, and the session is spoken in its own revision", async () => {
  const seen: unknown[] = [];
  const server = resumable(seen);
  const session = { id: "s-1", protocolVersion: "2025-06-18" } as const;
  const { client } = await open(server.transport, { session });
  expect(seen).toEqual([session]);
  expect(server.received).toEqual([]);
  expect(client.session).toMatchObject({
    protocolVersion: "2025-06-18",
    era: "initialize",
    sessionId: "s-1",
  });
  await client.ping();
  expect(server.requests("ping")).toHaveLength(1);
});

test.each<[string, unknown]>([
  ["a stateless revision", { id: "s", protocolVersion: "2026-07-28" }],
  ["an unknown revision", { id: "s", protocolVersion: "1999-01-01" }],
  ["no id", { protocolVersion: "2025-06-18" }],
  ["an empty id", { id: "", protocolVersion: "2025-06-18" }],
])("%s is a TypeError, and nothing is opened", async (_name, session) => {
  const server = resumable([]);
  expect(await thrown(connect(server.transport, { session: session as ResumedSession }))).toBeInstanceOf(
    TypeError,
  );
  expect(server.opened).toBe(0);
});

test("a transport without sessions is a TypeError, and is closed", async () => {
  const server = rawServer();
  const session = { id: "s-1", protocolVersion: "2025-06-18" } as const;
  const error = await thrown(connect(server.transport, { session }));
  expect(error).toEqual(
    new TypeError("the session option needs a transport with sessions; raw-server has none"),
  );
  expect(server.closed).toBe(1);
});
