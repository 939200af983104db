// Calls that wait for the handshake of a session which replaces a lost one.
import { type Connection, type Transport, transportError } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { failure, gate, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { type RawMethod, rawServer } from "../support/raw-server.ts";

/** A server that forgets its first session; what the second handshake does is up to the test. */
function forgotten(methods: Readonly<Record<string, RawMethod>>, change: Partial<Connection> = {}) {
  let issued = 0;
  let current: string | undefined;
  const server = rawServer({ methods });
  const transport: Transport = {
    ...server.transport,
    open: async (context) => {
      const connection = await server.transport.open(context);
      const send = connection.send.bind(connection);
      const wrapped: Connection = Object.assign(connection, change, {
        send: (...[request, exchange]: Parameters<typeof send>) => {
          if (request.method === "initialize") {
            issued += 1;
            current = `s-${issued}`;
          } else if (issued === 1) {
            current = undefined;
            const refused = transportError("the session is gone", { type: "session_expired" });
            return { response: Promise.reject(refused), cancel: () => undefined };
          }
          return send(request, exchange);
        },
      });
      return Object.defineProperty(wrapped, "sessionId", { get: () => current });
    },
  };
  return { server, transport };
}

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("settle with the client that is closed, before the session is ended", async () => {
    let notified = 0;
    const settled = gate();
    const { server, transport } = forgotten(
      {},
      {
        notify: () => {
          notified += 1;
          return notified > 1 ? new Promise(() => undefined) : Promise.resolve();
        },
        endSession: () => settled.opened,
      },
    );
    const { client } = await open(transport, { protocol, timeout: 0 });
    const failing = failure(client.callTool("a"));
    await server.arrived("initialize", 2);
    await manualClock().flush();
    const closing = client.close();
    const error = await failing;
    settled.open();
    await closing;
    expect(error).toMatchObject({ reason: { type: "closed" }, sent: "no" });
    expect(error.message).toBe('tools/call "a" on raw-server was not sent: the client is closed');
  });

  test("a call's own time limit ends its wait, and not the handshake", async () => {
    const clock = manualClock();
    const answer = gate<unknown>();
    let second = false;
    const { server, transport } = forgotten({
      initialize: ({ params }) => {
        const result = { protocolVersion: params?.["protocolVersion"], capabilities: {} };
        return second ? answer.opened.then(() => result) : result;
      },
    });
    const { client } = await open(transport, { protocol, clock });
    second = true;
    const failing = failure(client.callTool("a", {}, { timeout: 100 }));
    const kept = client.callTool("b");
    await server.arrived("initialize", 2);
    await clock.advance(100);
    const error = await failing;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_001,
      reason: { type: "timeout", timeoutMs: 100 },
      sent: "no",
    });
    expect(error.message).toBe('tools/call "a" on raw-server timed out after 100 ms');
    answer.open(undefined);
    expect(await kept).toEqual({ content: [] });
    expect(server.requests("initialize")).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });
});
