// A session that the server forgot: one handshake, one retry of each call, with what the old session had asked for.
import { type McpError, transportError } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { ConnectOptions } from "../../src/index.ts";
import { failure, gate, INITIALIZE_REVISIONS, open, thrown } from "../support/clients.ts";
import { fault, type RawMethod, rawServer } from "../support/raw-server.ts";

const expired = (): McpError =>
  transportError("the session is gone", { type: "session_expired" }, { sent: "yes" });

/** What servers with sessions say to a request without one. */
const without = (): McpError =>
  transportError("no session id", { type: "http_status", status: 400 }, { sent: "yes" });

/** A server over a transport with sessions, as HTTP has them: requests of a dead session are refused. */
function forgetful(methods: Readonly<Record<string, RawMethod>> = {}) {
  let issued = 0;
  let current: string | undefined;
  const dead = new Set<string>();
  let always = false;
  const channels: number[] = [];
  const server = rawServer({
    methods,
    adapt: (connection) => {
      const send = connection.send.bind(connection);
      return Object.defineProperty(
        Object.assign(connection, {
          openChannel: () => channels.push(issued),
          send: (...[request, exchange]: Parameters<typeof send>) => {
            if (request.method === "initialize") {
              issued += 1;
              current = `s-${issued}`;
            } else if (always || (current !== undefined && dead.has(current))) {
              const lost = current;
              const refused = Promise.resolve().then(() => {
                if (current === lost) current = undefined;
                throw expired();
              });
              return { response: refused, cancel: () => undefined };
            } else if (current === undefined) {
              return { response: Promise.reject(without()), cancel: () => undefined };
            }
            return send(request, exchange);
          },
        }),
        "sessionId",
        { get: () => current, configurable: true },
      );
    },
  });
  return {
    server,
    channels,
    forget: () => dead.add(current ?? ""),
    forgetAlways: (yes = true) => {
      always = yes;
    },
  };
}

const options = (protocol: ConnectOptions["protocol"]): ConnectOptions => ({ protocol });

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("one handshake and one retry under a new id", async () => {
    const { server, forget } = forgetful();
    const { client } = await open(server.transport, options(protocol));
    expect(client.session.sessionId).toBe("s-1");
    forget();
    expect(await client.callTool("any", { a: 1 })).toEqual({ content: [] });
    expect(client.session.sessionId).toBe("s-2");
    const methods = server.received.flatMap((message) => ("method" in message ? [message.method] : []));
    expect(methods).toEqual([
      "initialize",
      "notifications/initialized",
      "initialize",
      "notifications/initialized",
      "tools/call",
    ]);
    expect(server.requests("initialize")[1]?.params["protocolVersion"]).toBe(protocol);
  });

  test("calls at the same time share the handshake", async () => {
    const { server, forget } = forgetful();
    const { client } = await open(server.transport, options(protocol));
    forget();
    await Promise.all(Array.from({ length: 10 }, () => client.callTool("any")));
    expect(server.requests("initialize")).toHaveLength(2);
    expect(server.requests("tools/call")).toHaveLength(10);
  });

  test("a session that is lost again is the caller's error: there is no loop", async () => {
    const { server, forgetAlways } = forgetful();
    const { client } = await open(server.transport, { protocol, logLevel: "info" });
    forgetAlways();
    expect((await failure(client.callTool("any"))).reason).toEqual({ type: "session_expired" });
    expect(server.requests("initialize").length).toBeLessThanOrEqual(2);
  });

  test("one that is lost between the handshake and the retry is taken up by the next call", async () => {
    const { server, forget, forgetAlways } = forgetful();
    const { client } = await open(server.transport, { protocol, logLevel: "info" });
    forgetAlways(true);
    const errors = await Promise.all([failure(client.callTool("a")), failure(client.callTool("b"))]);
    for (const { reason } of errors) expect(reason).toEqual({ type: "session_expired" });
    forgetAlways(false);
    forget();
    expect(await client.callTool("any")).toEqual({ content: [] });
  });

  test("log level and subscriptions are applied again, and the channel is asked for again", async () => {
    const { server, channels, forget } = forgetful();
    const { client } = await open(server.transport, {
      protocol,
      inputHandlers: { roots: () => ({ roots: [] }) },
    });
    await client.setLogLevel("warning");
    const subscription = await client.listen({ resourceSubscriptions: ["file:///a", "file:///b"] });
    forget();
    await client.callTool("any");
    expect(server.requests("logging/setLevel").map(({ params }) => params)).toEqual([
      { level: "warning" },
      { level: "warning" },
    ]);
    const uris = server.requests("resources/subscribe").map(({ params }) => params["uri"]);
    expect(uris).toEqual(["file:///a", "file:///b", "file:///a", "file:///b"]);
    expect(channels.at(-1)).toBe(2);
    server.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "file:///a" } });
    // What changed while there was no session was told to nobody.
    expect((await subscription.next()).value).toEqual({
      type: "resubscribed",
      accepted: { resourceSubscriptions: ["file:///a", "file:///b"] },
    });
    expect(await subscription.next()).toMatchObject({ value: { params: { uri: "file:///a" } } });
  });

  test("what the new session refuses is reported and fails no call", async () => {
    let second = false;
    const { server, forget } = forgetful({
      "logging/setLevel": () => (second ? fault(-32_601, "no logging") : {}),
      "resources/subscribe": () => (second ? fault(-32_602, "gone") : {}),
    });
    const { client, codes } = await open(server.transport, { protocol, logLevel: "info" });
    await client.listen({ resourceSubscriptions: ["file:///a"] });
    forget();
    second = true;
    expect(await client.callTool("any")).toEqual({ content: [] });
    expect(codes()).toEqual(["log_level_refused", "session_setup_failed"]);
  });

  test("a handshake that fails is what the calls reject with", async () => {
    let second = false;
    const { server, forget } = forgetful({
      initialize: ({ params }) =>
        second
          ? fault(-32_603, "restarting")
          : { protocolVersion: params?.["protocolVersion"], capabilities: {} },
    });
    const { client } = await open(server.transport, options(protocol));
    forget();
    second = true;
    const errors = await Promise.all([failure(client.callTool("a")), failure(client.callTool("b"))]);
    for (const error of errors)
      expect(error).toMatchObject({ kind: "server", code: -32_603, message: "restarting" });
    second = false;
    expect(await client.callTool("any")).toEqual({ content: [] });
  });

  test("a call that is made while the session is taken up again waits for it", async () => {
    const answer = gate<unknown>();
    let second = false;
    const { server, forget } = forgetful({
      initialize: ({ params }) => {
        const result = { protocolVersion: params?.["protocolVersion"], capabilities: {} };
        return second ? answer.opened.then(() => result) : result;
      },
    });
    const { client } = await open(server.transport, options(protocol));
    forget();
    second = true;
    const first = client.callTool("a");
    await server.arrived("initialize", 2);
    const controller = new AbortController();
    const given = thrown(client.callTool("b", {}, { signal: controller.signal }));
    const waiting = client.callTool("c");
    const told = client.notify("notifications/roots/list_changed");
    controller.abort("enough");
    expect(await given).toBe("enough");
    answer.open(undefined);
    expect(await Promise.all([first, waiting])).toEqual([{ content: [] }, { content: [] }]);
    await told;
    const methods = server.received.flatMap((message) => ("method" in message ? [message.method] : []));
    expect(methods.indexOf("notifications/roots/list_changed")).toBeGreaterThan(
      methods.lastIndexOf("notifications/initialized"),
    );
    expect(server.requests("initialize")).toHaveLength(2);
  });

  test("a caller who gives up does not wait for the handshake, which goes on for the others", async () => {
    const answer = gate<unknown>();
    let second = false;
    const { server, forget } = forgetful({
      initialize: ({ params }) => {
        const result = { protocolVersion: params?.["protocolVersion"], capabilities: {} };
        return second ? answer.opened.then(() => result) : result;
      },
    });
    const { client } = await open(server.transport, options(protocol));
    forget();
    second = true;
    const controller = new AbortController();
    const given = thrown(client.callTool("a", {}, { signal: controller.signal }));
    const kept = client.callTool("b");
    await server.arrived("initialize", 2);
    controller.abort("enough");
    expect(await given).toBe("enough");
    answer.open(undefined);
    expect(await kept).toEqual({ content: [] });
  });

  test("a client that is closed meanwhile settles everything", async () => {
    const clock = manualClock();
    let second = false;
    const { server, forget } = forgetful({
      initialize: ({ params }) =>
        second
          ? new Promise(() => undefined)
          : { protocolVersion: params?.["protocolVersion"], capabilities: {} },
    });
    const { client } = await open(server.transport, { protocol, clock });
    forget();
    second = true;
    const failing = failure(client.callTool("a"));
    await server.arrived("initialize", 2);
    await client.close();
    const error = await failing;
    expect(error).toMatchObject({ reason: { type: "closed" }, sent: "no" });
    expect(error.message).toBe('tools/call "a" on raw-server was not sent: the client is closed');
    expect(clock.pending).toBe(0);
  });
});
