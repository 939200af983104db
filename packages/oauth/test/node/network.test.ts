import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentOf } from "../../src/environment.ts";
import { guardedRequest } from "../../src/net/request.ts";
import { platformFetch } from "../../src/node/network.ts";
import { failure } from "../fixtures/transport.ts";

let server: Server;
let port = 0;
let hits = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    hits += 1;
    if (request.url === "/redirect") response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    else if (request.url === "/empty") response.writeHead(204).end();
    else if (request.url === "/twice")
      response
        .writeHead(
          200,
          [
            ["www-authenticate", "Bearer"],
            ["www-authenticate", "DPoP"],
          ].flat(),
        )
        .end("ok");
    else {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () =>
        response.end(JSON.stringify({ method: request.method, body, headers: request.headers })),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;
const allowed = { privateAllowed: true };

describe("platformFetch on Node", () => {
  test("sends method, headers and body, and reads the answer", async () => {
    const response = await platformFetch(
      at("/"),
      { method: "POST", headers: { "x-a": "1" }, body: "b=c" },
      allowed,
    );
    const seen = (await response.json()) as { headers: Record<string, string> };
    expect(seen).toMatchObject({ method: "POST", body: "b=c" });
    expect(seen.headers).toMatchObject({ "x-a": "1", "content-length": "3", "accept-encoding": "identity" });
  });

  test("follows no redirect", async () => {
    const response = await platformFetch(at("/redirect"), {}, allowed);
    expect([response.status, response.headers.get("location")]).toEqual([307, "http://127.0.0.1:1/"]);
  });

  test("reads answers without a body and repeated headers", async () => {
    expect((await platformFetch(at("/empty"), {}, allowed)).status).toBe(204);
    expect((await platformFetch(at("/twice"), {}, allowed)).headers.get("www-authenticate")).toBe(
      "Bearer, DPoP",
    );
  });

  test("does not connect to a name that resolves to a private address", async () => {
    const before = hits;
    const error = await failure(platformFetch(at("/", "localhost"), {}, { privateAllowed: false }));
    expect(error.message).toBe(
      "localhost resolves to a private address, and the MCP server is not on that network",
    );
    expect(hits).toBe(before);
  });

  test("rejects when its signal is aborted, and when nobody listens", async () => {
    await expect(platformFetch(at("/"), { signal: AbortSignal.abort() }, allowed)).rejects.toThrow();
    await expect(platformFetch("http://127.0.0.1:1/", {}, allowed)).rejects.toThrow("ECONNREFUSED");
  });
});

test("is what OAuth requests are made with unless another fetch is given", async () => {
  const request = { url: at("/"), what: "x", server: at("/mcp"), method: "GET" } as const;
  const reply = await guardedRequest(environmentOf({}), request);
  expect(JSON.parse(reply.text)).toMatchObject({ headers: { accept: "application/json" } });
});
