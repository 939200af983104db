import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { testServer } from "../../src/index.ts";
import { inlineChild, serveHttp, serveStdio, stdioChild } from "../../src/node/index.ts";
import { deferred } from "../support/deferred.ts";
import { modernPost } from "../support/http.ts";

async function send(url: string, request: Request, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: request.headers,
    body: await request.text(),
    ...(signal === undefined ? {} : { signal }),
  });
}

test("serveHttp serves one path on the loopback interface", async () => {
  await using server = await serveHttp(testServer({ tools: { t: () => "t" } }));
  expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
  const response = await send(server.url, modernPost("tools/call", { name: "t" }));
  expect(await response.json()).toMatchObject({ result: { content: [{ text: "t" }] } });
  expect((await fetch(`http://127.0.0.1:${server.port}/other`)).status).toBe(404);
  expect(server.requests).toBe(2);
});

test("serveHttp serves any handler, and answers 500 when it fails", async () => {
  await using server = await serveHttp(
    ({ url }) => {
      if (url.endsWith("/bad")) throw new Error("broken");
      return Response.json({ url });
    },
    { path: "*" },
  );
  expect(await (await fetch(`${server.url}x/y?z=1`)).json()).toEqual({ url: `${server.url}x/y?z=1` });
  const failed = await fetch(`${server.url}bad`);
  expect([failed.status, await failed.text()]).toEqual([500, "broken"]);
});

test("serveHttp lets a test answer first", async () => {
  await using server = await serveHttp(testServer(), {
    intercept: (request, response) => {
      if (request.method !== "PUT") return false;
      response.writeHead(418).end();
      return true;
    },
  });
  expect((await fetch(server.url, { method: "PUT" })).status).toBe(418);
  expect((await fetch(server.url, { method: "PATCH" })).status).toBe(405);
});

test("a client that goes away before the answer is noticed", async () => {
  const begun = deferred();
  const aborted = deferred();
  const tools = {
    wait: (_args: unknown, context: { signal: AbortSignal }) => {
      begun.resolve();
      context.signal.addEventListener("abort", () => aborted.resolve());
      return new Promise<string>(() => undefined);
    },
  };
  await using server = await serveHttp(testServer({ tools }));
  const gone = new AbortController();
  const call = send(server.url, modernPost("tools/call", { name: "wait" }), gone.signal);
  await begun.promise;
  gone.abort();
  await expect(call).rejects.toThrow();
  await aborted.promise;
});

test("close ends open sockets and is idempotent", async () => {
  const server = await serveHttp(testServer());
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST /mcp HTTP/1.1\r\n");
  await Promise.all([server.close(), server.close()]);
  await ended;
});

test("serveStdio speaks lines", async () => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const served = serveStdio(testServer({ revisions: ["2025-11-25"] }), { stdin, stdout });
  const lines = stdout.setEncoding("utf8")[Symbol.asyncIterator]();
  const text = JSON.stringify({ jsonrpc: "2.0", id: "é", method: "ping" });
  const bytes = Buffer.from(`\n${text}\r\n`);
  for (const byte of bytes) stdin.write(Buffer.from([byte]));
  expect((await lines.next()).value).toBe('{"jsonrpc":"2.0","id":"é","result":{}}\n');
  stdin.write("not json\n");
  expect((await lines.next()).value).toContain('"code":-32700');
  served.noise("hello");
  expect((await lines.next()).value).toBe("hello\n");
  stdin.end();
  await served.closed;
});

test("the commands start children", async () => {
  const inline = inlineChild("process.stdout.write(String(1 + 1))");
  const child = spawn(inline.command, inline.args, { stdio: ["ignore", "pipe", "inherit"] });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  expect(chunk.toString()).toBe("2");
  const script = stdioChild(new URL("file:///srv/a%20b.mjs"), ["--flag"]);
  expect(script).toEqual({ command: process.execPath, args: ["/srv/a b.mjs", "--flag"] });
});
