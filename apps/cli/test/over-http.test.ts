import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestServerDefinition, testServer } from "@snodo/testing";
import { type ServeHttpOptions, serveHttp } from "@snodo/testing/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { failure, json, snodo } from "./support/run-snodo.ts";

async function serve(definition: TestServerDefinition = {}, options: ServeHttpOptions = {}) {
  const server = testServer({ tools: { hi: () => "hello" }, ...definition });
  const host = await serveHttp(server, options);
  onTestFinished(() => host.close());
  return { server, host, url: host.url };
}

async function answer(status: number, headers: Record<string, string> = {}, body = "") {
  const host = await serveHttp(() => new Response(body, { status, headers }));
  onTestFinished(() => host.close());
  return host.url;
}

describe("exit codes over HTTP", () => {
  test.each<[status: number, headers: Record<string, string>, body: string, code: number]>([
    [401, {}, "", 4],
    [403, {}, "", 4],
    [404, {}, "not here", 3],
    [500, {}, "oops", 3],
    [200, { "content-type": "text/html" }, "<html>", 6],
  ])("%d %j exits %d", async (status, headers, body, code) => {
    const ran = await snodo(["tools", await answer(status, headers, body), "--json"]);
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(failure(ran)).toMatchObject({ exit: code });
  });

  test("a server that asks for a sign-in: nobody is asked without a terminal", async () => {
    const url = await answer(401, { "www-authenticate": 'Bearer error="invalid_token"' });
    const ran = await snodo(["tools", url, "--json"]);
    expect(ran.code).toBe(4);
    expect(failure(ran)["message"]).not.toContain("`begin`");
  });

  test("--protocol says what to speak", async () => {
    const { url } = await serve({ revisions: ["2025-06-18"] });
    expect(json(await snodo(["info", url, "--protocol", "2025-06-18,2025-03-26"]))).toMatchObject({
      protocolVersion: "2025-06-18",
    });
  });
});

test("headers go with every request; credentials of the environment go where there are none", async () => {
  const seen: (string | undefined)[] = [];
  const { url } = await serve(
    {},
    {
      intercept: (request) => {
        seen.push(`${request.headers["x-key"] ?? ""} ${request.headers.authorization ?? ""}`);
        return false;
      },
    },
  );
  await snodo(["tools", url, "-H", "X-Key: 1", "-H", "Authorization: Basic abc"], {
    env: { SNODO_TOKEN: "unused" },
  });
  expect(new Set(seen)).toEqual(new Set(["1 Basic abc"]));
  seen.length = 0;
  await snodo(["tools", url], { env: { SNODO_TOKEN: "from-env" } });
  expect(new Set(seen)).toEqual(new Set([" Bearer from-env"]));
});

test("a trace has what passed, and no secret", async () => {
  const { url } = await serve({ tools: { leak: ({ password }) => `the token is ${String(password)}` } });
  const folder = await mkdtemp(join(tmpdir(), "snodo-trace-"));
  const words = ["call", url, "leak", "password=hunter2hunter2", "-H", "X-Key: key-of-mine", "--trace"];
  await snodo([...words, "t.json"], { cwd: folder, env: { SNODO_TOKEN: "hunter2hunter2" } });
  const text = await readFile(join(folder, "t.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ version: 1, kind: "http", entries: expect.any(Array) });
  expect(text).toContain("tools/call");
  expect(text).not.toContain("hunter2hunter2");
  expect(text).not.toContain("key-of-mine");
  const told = await snodo([...words, "-"], { cwd: folder, env: { SNODO_TOKEN: "hunter2hunter2" } });
  expect(told.stderr).toContain('-> tools/call "leak"');
  expect(told.stderr).not.toContain("hunter2hunter2");
});

test("with --cache the next command need not ask for what may be kept", async () => {
  const cache = { ttlMs: 600_000, cacheScope: "public" } as const;
  const { url, server } = await serve({ cache, revisions: ["2026-07-28"] });
  const env = {
    XDG_CACHE_HOME: await mkdtemp(join(tmpdir(), "snodo-cached-")),
    HOME: await mkdtemp(join(tmpdir(), "snodo-cached-")),
  };
  const lists = () =>
    server.received.filter((message) => "method" in message && message.method === "tools/list").length;
  const first = await snodo(["tools", url, "--cache"], { env });
  expect(lists()).toBe(1);
  const second = await snodo(["tools", url, "--cache"], { env });
  expect(lists()).toBe(1);
  expect(second.stdout).toBe(first.stdout);
  await snodo(["tools", url], { env });
  expect(lists()).toBe(2);
});

test("listening tells each change on a line of its own, as long as was asked for", async () => {
  const { url, server } = await serve({ resources: { "file:///a": "a" } });
  let announced = false;
  const ran = await snodo(["listen", url, "--resource", "file:///a", "--count", "2"], {
    watch: (stderr) => {
      if (announced || !stderr.includes("Listening to file:///a.")) return;
      announced = true;
      server.announce.resourceUpdated("file:///a");
      server.announce.resourceUpdated("file:///a");
    },
  });
  expect(ran.code).toBe(0);
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toMatchObject([
    { type: "notification", method: "notifications/resources/updated", params: { uri: "file:///a" } },
    { type: "notification" },
  ]);
});

describe("check", () => {
  test("a good server is ok; one that breaks a rule exits 6 and says which", async () => {
    const { url } = await serve({}, { origins: [] });
    const good = await snodo(["check", url]);
    expect(good.code).toBe(0);
    expect(json(good)).toMatchObject({ ok: true, findings: [] });
    const broken = await serve({ methods: { "tools/list": () => ({ tools: [{ name: "x" }] }) } });
    const bad = await snodo(["check", broken.url, "--text"]);
    expect(bad.code).toBe(6);
    expect(bad.stdout).toMatch(/VIOLATION .*tools/s);
  });

  test("a server that is not there exits 3", async () => {
    expect((await snodo(["check", "http://127.0.0.1:1/mcp"])).code).toBe(3);
  });
});
