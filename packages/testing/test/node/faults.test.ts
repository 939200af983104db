import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
// The child is a script of the built package.
import { faultyChild } from "../../dist/node/index.js";
import { testServer } from "../../src/index.ts";
import { type ChildCommand, faultProxy, inlineChild, serveHttp } from "../../src/node/index.ts";
import { deferred } from "../support/deferred.ts";
import { modernPost } from "../support/http.ts";

async function call(url: string): Promise<unknown> {
  const request = modernPost("tools/call", { name: "t" });
  const response = await fetch(url, { method: "POST", headers: request.headers, body: await request.text() });
  return response.json();
}

test("a proxy passes bytes one by one, unchanged", async () => {
  await using server = await serveHttp(testServer({ tools: { t: () => "t" } }));
  await using proxy = await faultProxy(server.url, {
    toServer: { split: "every" },
    toClient: { split: "every" },
  });
  expect(proxy.url).toBe(`http://127.0.0.1:${proxy.port}/mcp`);
  expect(await call(proxy.url)).toMatchObject({ result: { content: [{ text: "t" }] } });
  expect(proxy.connections).toBe(1);
});

test("a proxy breaks a connection in the middle of an answer", async () => {
  await using server = await serveHttp(testServer({ tools: { t: () => "t" } }));
  await using proxy = await faultProxy(server.url, { toClient: { cutAfter: 120 } });
  await expect(call(proxy.url)).rejects.toThrow();
  expect(server.requests).toBe(1);
  expect(proxy.trace).toEqual(["0 to client: cut after 120"]);
});

test("a severed proxy takes its connections with it", async () => {
  const begun = deferred();
  const wait = (): Promise<string> => {
    begun.resolve();
    return new Promise(() => undefined);
  };
  await using server = await serveHttp(testServer({ tools: { t: wait } }));
  await using proxy = await faultProxy(server.url, {});
  const failed = expect(call(proxy.url)).rejects.toThrow();
  await begun.promise;
  proxy.sever();
  await failed;
});

const upper = inlineChild(
  'process.stdin.setEncoding("utf8").on("data", (chunk) => process.stdout.write(chunk.toUpperCase()))',
);

async function pipeThrough(
  command: ChildCommand,
  input: string,
): Promise<{ out: string; code: number | null }> {
  const child = spawn(command.command, command.args, { stdio: ["pipe", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { out, code };
}

test("a child behind faults is the child, byte by byte", async () => {
  const spoiled = faultyChild(upper, { toServer: { split: "every" }, toClient: { split: "every" } });
  expect(await pipeThrough(spoiled, "häme\nx\n")).toEqual({ out: "HÄME\nX\n", code: 0 });
});

test("a child behind faults loses lines, and its life", async () => {
  const doubled = faultyChild(upper, { toClient: { duplicate: 1 } });
  expect((await pipeThrough(doubled, "a\nb\n")).out).toBe("A\nA\nB\nB\n");
  const cut = faultyChild(upper, { toClient: { cutAfter: 3 } });
  expect(await pipeThrough(cut, "abcdef\n")).toEqual({ out: "ABC", code: 1 });
});
