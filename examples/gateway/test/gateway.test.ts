import { createRequire } from "node:module";
import { testServer } from "@snodo/testing";
import { type HttpServer, serveHttp } from "@snodo/testing/node";
import { type Client, connect } from "snodo";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGateway, type Gateway } from "../src/gateway.ts";

/** Long enough for a process to start on a busy machine. */
const PATIENT = 15_000;

const script = (name: string): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

const weather = testServer({
  tools: {
    forecast: () => "sunny",
    never: () => new Promise(() => undefined),
  },
  cache: { "tools/list": { ttlMs: 60_000, cacheScope: "public" } },
});
const lists = (): number =>
  weather.received.filter((message) => "method" in message && message.method === "tools/list").length;

let remote: HttpServer;
let gateway: Gateway;
let front: HttpServer;
let client: Client;
let problems: string[];

beforeEach(async () => {
  problems = [];
  remote = await serveHttp(weather);
  gateway = createGateway(
    {
      everything: {
        target: { command: process.execPath, args: [script("everything"), "stdio"] },
        deadline: PATIENT,
      },
      memory: { target: { command: process.execPath, args: [script("memory")] }, deadline: PATIENT },
      weather: { target: remote.url, deadline: 1_000 },
      gone: { target: { command: "no-such-server" }, deadline: PATIENT },
    },
    (problem) => problems.push(problem),
  );
  front = await serveHttp(gateway.handler.fetch);
  client = await connect(front.url);
});

afterEach(async () => {
  await client.close();
  await front.close();
  await gateway.close();
  await remote.close();
});

test("the tools of all servers, prefixed; one that is gone loses only its own", async () => {
  const names = (await client.listTools()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["everything__echo", "memory__read_graph", "weather__forecast"]),
  );
  expect(names.filter((name) => name.startsWith("gone__"))).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("no-such-server")]);
});

test("a call reaches the server that the prefix names", async () => {
  expect(await client.callTool("everything__echo", { message: "hello" })).toMatchObject({
    content: [{ text: "Echo: hello" }],
  });
  expect(await client.callTool("weather__forecast", {})).toMatchObject({ content: [{ text: "sunny" }] });
});

test("lists come from the shared cache as long as the server allows", async () => {
  const before = lists();
  await client.listTools();
  await client.listTools({ bypassCache: true });
  expect(lists() - before).toBe(1);
});

test("a server that takes too long has had its time, and the answer says so", async () => {
  const result = await client.callTool("weather__never", {});
  expect(result.isError).toBe(true);
  expect(result.content).toMatchObject([
    {
      text: expect.stringMatching(
        /^tools\/call "never" on http:\/\/127.0.0.1:\d+\/mcp timed out after 1000 ms/,
      ),
    },
  ]);
});

test("a server that comes back is connected to again", async () => {
  await client.callTool("weather__forecast", {});
  const { port } = remote;
  await remote.close();
  expect(await client.callTool("weather__forecast", {})).toMatchObject({ isError: true });
  remote = await serveHttp(weather, { port });
  expect(await client.callTool("weather__forecast", {})).toMatchObject({ content: [{ text: "sunny" }] });
});

test("a name that would make tools ambiguous is refused", () => {
  const servers = { a__b: { target: "http://127.0.0.1:1/mcp", deadline: 1 } };
  expect(() => createGateway(servers, () => undefined)).toThrow('a server cannot be named "a__b"');
});
