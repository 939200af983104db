// @req option.tls, option.connect-timeout, option.pool
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type Dispatcher, MockAgent } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { http } from "../../src/index.ts";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { event, fixture, type Handler, json, result, stream } from "../support/fixture.ts";

const ANSWER = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });

async function listening(server: Server, path?: string): Promise<number> {
  if (path === undefined) server.listen(0, "127.0.0.1");
  else server.listen(path);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return typeof server.address() === "string" ? 0 : (server.address() as AddressInfo).port;
}

test("TLS options reach the connection", async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: KEY }, (_request, response) =>
    response.setHeader("content-type", "application/json").end(ANSWER),
  );
  const port = await listening(server);
  const peer = await Dialled.dial(http(`https://localhost:${port}/mcp`, { tls: { ca: CERTIFICATE } }));
  expect(await peer.call("x").response).toHaveProperty("result");
});

test("a certificate that is not trusted is told, and nothing was sent", async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: KEY }, (_request, response) =>
    response.end(ANSWER),
  );
  const port = await listening(server);
  const peer = await Dialled.dial(http(`https://localhost:${port}/mcp`));
  const failure = await failureOf(peer.call("x").response);
  expect(failure).toMatchObject({
    reason: { type: "unreachable", osCode: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    sent: "no",
  });
  expect(failure.message).toMatch(
    /; its certificate is not trusted: tls\.ca or NODE_EXTRA_CA_CERTS can change that$/,
  );
});

test("https to a server that speaks http is told", async () => {
  const port = await listening(createServer((_request, response) => response.end(ANSWER)));
  const peer = await Dialled.dial(http(`https://127.0.0.1:${port}/mcp`));
  const failure = await failureOf(peer.call("x").response);
  expect(failure).toMatchObject({ reason: { type: "unreachable" }, sent: "no" });
  expect(failure.message).toMatch(/; it speaks no TLS: try http: in place of https:$/);
});

test("a Unix socket", async () => {
  const folder = await mkdtemp(join(tmpdir(), "snodo-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "s.sock");
  await listening(
    createServer((_request, response) => response.setHeader("content-type", "application/json").end(ANSWER)),
    path,
  );
  const peer = await Dialled.dial(http("http://localhost/mcp", { socketPath: path }));
  expect(await peer.call("x").response).toHaveProperty("result");
});

test("HTTP/2 where the server offers it", async () => {
  const versions: string[] = [];
  const server = createSecureServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    versions.push(request.httpVersion);
    response.setHeader("content-type", "application/json");
    response.end(ANSWER);
  });
  const port = await listening(server);
  const peer = await Dialled.dial(
    http(`https://localhost:${port}/mcp`, { allowH2: true, tls: { ca: CERTIFICATE } }),
  );
  expect(await peer.call("x").response).toHaveProperty("result");
  await peer.connection.close();
  expect(versions).toEqual(["2.0"]);
});

test("a connection that takes too long is given up", async () => {
  // An address that never answers: reserved for documentation.
  const peer = await Dialled.dial(http("http://192.0.2.1/mcp", { connectTimeout: 50 }));
  const failure = await failureOf(peer.call("x").response);
  expect(failure).toMatchObject({ reason: { type: "unreachable", host: "192.0.2.1" }, sent: "no" });
});

test("proxies of the environment are used when that is asked for", async () => {
  const target = await fixture((seen, response) => json(response, result(seen)));
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket: Socket) => {
    tunnels.push(request.url ?? "");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.pipe(connect(target.port, "127.0.0.1")).pipe(socket);
    onTestFinished(() => void socket.destroy());
  });
  const port = await listening(proxy);
  vi.stubEnv("http_proxy", `http://127.0.0.1:${port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const through = await Dialled.dial(http("http://far.invalid/mcp", { proxyFromEnvironment: true }));
  expect(await through.call("x").response).toHaveProperty("result");
  expect(tunnels).toEqual(["far.invalid:80"]);
  const direct = await Dialled.dial(http("http://far.invalid/mcp"));
  expect((await failureOf(direct.call("x").response)).reason).toMatchObject({
    type: "unreachable",
    host: "far.invalid",
  });
});

test("a dispatcher is the caller's: it gets every request and stays open", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const agent = new Agent();
  onTestFinished(() => agent.close());
  const seen: Dispatcher.DispatchOptions[] = [];
  const spying = agent.compose((dispatch) => (request, handler) => {
    seen.push(request);
    return dispatch(request, handler);
  });
  const peer = await Dialled.dial(http(server.url, { dispatcher: spying }));
  expect(await peer.call("x").response).toHaveProperty("result");
  await peer.connection.close();
  expect(agent.closed).toBe(false);
  expect(seen).toMatchObject([
    { origin: server.origin, path: "/mcp", method: "POST", headersTimeout: 0, bodyTimeout: 0 },
  ]);
});

test("undici's mocks work", async () => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get("http://mock.test")
    .intercept({ path: "/mcp", method: "POST" })
    .reply(200, ANSWER, { headers: { "content-type": "application/json" } });
  const peer = await Dialled.dial(http("http://mock.test/mcp", { dispatcher: agent }));
  expect(await peer.call("x").response).toHaveProperty("result");
  expect((await failureOf(peer.call("y").response)).reason).toMatchObject({
    type: "unreachable",
    host: "mock.test",
  });
});

test("a dispatcher that throws fails the request, not the caller", async () => {
  const dispatcher = {
    dispatch: (): boolean => {
      throw new Error("no");
    },
  };
  const peer = await Dialled.dial(http("http://h.test/mcp", { dispatcher }));
  expect((await failureOf(peer.call("x").response)).message).toMatch(/could not connect to h\.test \(no\)/);
});

test("connections bounds the sockets", async () => {
  const server = await fixture((seen, response) => {
    setImmediate(() => json(response, result(seen)));
  });
  const peer = await Dialled.dial(http(server.url, { connections: 2 }));
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await peer.call("x").response;
      most = Math.max(most, server.sockets.size);
    }),
  );
  expect(most).toBeLessThanOrEqual(2);
});

const ANSWERS: readonly (readonly [string, Handler])[] = [
  ["JSON", (seen, response) => json(response, result(seen))],
  ["events", (seen, response) => stream(response).end(event(result(seen)))],
];

test.each(ANSWERS)("one call after the other, answered with %s, needs one socket", async (_what, answer) => {
  const server = await fixture(answer);
  const peer = await Dialled.dial(http(server.url));
  for (let count = 0; count < 10; count += 1) await peer.call("x").response;
  expect(server.sockets.size).toBe(1);
  await Promise.all([peer.call("x").response, peer.call("x").response]);
  expect(server.sockets.size).toBe(2);
});

test("requests go out in the order they were made, also right after a response", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(server.url, { connections: 1 }));
  await peer.call("first").response;
  const names = ["a", "b", "c"];
  await Promise.all(names.map((name) => peer.call(name).response));
  expect(server.seen.slice(1).map(({ message }) => message.params?.["name"])).toEqual(names);
});

test("a message right after a response is sent, though the client closes", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  await peer.call("x").response;
  const told = peer.notify("notifications/x");
  await peer.connection.close();
  await told;
  expect(server.seen.map(({ message }) => message.method)).toEqual(["tools/call", "notifications/x"]);
});

test("a call that is given up right after a response is not sent", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(server.url));
  await peer.call("x").response;
  peer.call("given up").cancel("no longer wanted");
  await peer.call("y").response;
  expect(server.seen.map(({ message }) => message.params?.["name"])).toEqual(["x", "y"]);
});

test("a request that waits for a connection when the pool closes was not sent", async () => {
  const server = await fixture(() => undefined);
  const peer = await Dialled.dial(http(server.url, { connections: 1 }));
  peer.call("first");
  await server.arrived(1);
  const second = peer.call("second");
  await peer.connection.close();
  expect((await failureOf(second.response)).reason).toEqual({ type: "closed" });
  expect(server.seen).toHaveLength(1);
});
