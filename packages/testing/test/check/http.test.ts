import { describe, expect, test } from "vitest";
import {
  checkServer,
  type FetchHandlerOptions,
  type Finding,
  fetchHandler,
  memoryTransport,
  type TestServer,
} from "../../src/index.ts";
import { sampleServer } from "../support/sample-server.ts";

type Handler = (request: Request) => Promise<Response>;
const url = "http://127.0.0.1/mcp";

/** What the HTTP rules find in one revision, when requests go through `around` first. */
async function found(
  revision: "2026-07-28" | "2025-11-25",
  around: (request: Request, handler: Handler) => Promise<Response>,
  options: FetchHandlerOptions = {},
): Promise<readonly Finding[]> {
  const server: TestServer = sampleServer({ revisions: [revision] });
  const handler = fetchHandler(server, { origins: [], ...options });
  const http = { url, fetch: (request: Request) => around(request, handler) };
  return (await checkServer(memoryTransport(server), { http, timeout: 300 })).findings;
}

const lines = (findings: readonly Finding[]): string[] =>
  findings.map(({ rule, subjects, problem }) => `${rule}: ${subjects.join(", ")}: ${problem}`);
const pass = (request: Request, handler: Handler): Promise<Response> => handler(request);
const body = async (request: Request): Promise<{ method?: string }> => {
  const text = await request.clone().text();
  return text.startsWith("{") && text.endsWith("}") ? JSON.parse(text) : {};
};
/** Copies a response with another status. */
const as = async (status: number, response: Promise<Response>): Promise<Response> => {
  const { headers, body: stream } = await response;
  return new Response(stream, { status, headers });
};

describe("a handler that follows the rules", () => {
  test.each(["2026-07-28", "2025-11-25"] as const)("has no finding in %s", async (revision) => {
    expect(lines(await found(revision, pass))).toEqual([]);
    expect(lines(await found(revision, pass, { answers: "sse" }))).toEqual([]);
  });

  test("may refuse GET and DELETE in the initialize era", async () => {
    expect(lines(await found("2025-11-25", pass, { getStream: false, allowDelete: false }))).toEqual([]);
  });

  test("may serve both eras", async () => {
    const server = sampleServer();
    const handler = fetchHandler(server, { origins: [] });
    const report = await checkServer(memoryTransport(server), { http: { url, fetch: handler } });
    expect(report.text()).toContain("0 violations, 0 warnings");
    expect(report.ok).toBe(true);
  });

  test("is asked about foreign origins only on this machine", async () => {
    const server = sampleServer({ revisions: ["2026-07-28"] });
    const remote = { url: "https://mcp.example.test/", fetch: fetchHandler(server) };
    expect((await checkServer(memoryTransport(server), { http: remote })).findings).toEqual([]);
  });
});

describe("2026-07-28", () => {
  const of = (around: Parameters<typeof found>[1], options?: FetchHandlerOptions): Promise<string[]> =>
    found("2026-07-28", around, options).then(lines);

  test("headers that disagree must be refused", async () => {
    expect(await of(pass, { checkHeaders: false })).toEqual([
      "http-headers: a request without Mcp-Method, a request with another Mcp-Method, a request without MCP-Protocol-Version, a request with another MCP-Protocol-Version: it was answered 200 with no JSON-RPC error, not 400 with -32020",
      "http-headers: a tools/call without Mcp-Name, a tools/call with another Mcp-Name: it was answered 200 with -32602, not 400 with -32020",
    ]);
  });

  test("errors must have their status", async () => {
    const flat = async (request: Request, handler: Handler): Promise<Response> => {
      const response = await handler(request);
      return [400, 404].includes(response.status) ? as(200, Promise.resolve(response)) : response;
    };
    const problems = await of(flat);
    expect(problems).toContain(
      "http-status: an unknown method: it was answered 200 with -32601, not 404 with -32601",
    );
    expect(problems).toContain(
      "http-status: a request in version 1999-01-01: it was answered 200 with -32022, not 400 with -32022",
    );
    expect(problems).toContain("http-parse: POST: a body that is no JSON was answered 200, not 400");
  });

  test("there is no session, no GET and no DELETE", async () => {
    const sessions = async (request: Request, handler: Handler): Promise<Response> => {
      if (request.method !== "POST") return new Response(null, { status: 404 });
      const response = await handler(request);
      response.headers.set("mcp-session-id", "s");
      return response;
    };
    expect(await of(sessions)).toEqual([
      "http-method: GET, DELETE: it was answered 404, not 405",
      "http-session-id: server/discover: the answer carries Mcp-Session-Id; this revision has no sessions",
    ]);
  });

  test("a foreign origin must be refused, and the media type said", async () => {
    const plain = async (request: Request, handler: Handler): Promise<Response> => {
      const headers = new Headers(request.headers);
      headers.delete("origin");
      const response = await handler(new Request(request, { headers }));
      response.headers.set("content-type", "text/plain");
      return response;
    };
    expect(await of(plain)).toEqual([
      "http-content-type: server/discover: it was answered as text/plain",
      "http-origin: POST: a request with Origin: https://attacker.invalid was answered 200, not 403",
    ]);
  });

  test("the error of an unknown version must say what is spoken", async () => {
    const bare = async (request: Request, handler: Handler): Promise<Response> =>
      request.headers.get("mcp-protocol-version") === "1999-01-01"
        ? Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32022, message: "no" } }, { status: 400 })
        : handler(request);
    expect(await of(bare)).toEqual([
      "version-refused: server/discover: the error does not say supported (with the versions the server speaks) and requested",
    ]);
  });

  test("a server that cannot be reached is one that answers 0", async () => {
    const down = (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));
    expect((await of(down))[0]).toContain("it was answered 0");
  });
});

describe("2025-11-25", () => {
  const of = (around: Parameters<typeof found>[1], options?: FetchHandlerOptions): Promise<string[]> =>
    found("2025-11-25", around, options).then(lines);

  test("an unknown version must be refused", async () => {
    expect(await of(pass, { checkHeaders: false })).toEqual([
      "http-version: MCP-Protocol-Version: 1999-01-01: it was answered 200, not 400",
    ]);
  });

  test("sessions must be asked for and be gone when they are gone", async () => {
    const careless = async (request: Request, handler: Handler): Promise<Response> => {
      const { method } = await body(request);
      const response = await handler(request);
      return method === "ping" &&
        [400, 404].includes(response.status) &&
        request.headers.get("mcp-protocol-version") !== "1999-01-01"
        ? Response.json({ jsonrpc: "2.0", id: 2, result: {} })
        : response;
    };
    expect(await of(careless)).toEqual([
      "http-session-gone: a request with an unknown session id, a request after DELETE: it was answered 200, not 404",
      "http-session-required: a request without the session id: it was answered 200, not 400",
    ]);
  });

  test("a session id must be visible ASCII", async () => {
    const spaced = async (request: Request, handler: Handler): Promise<Response> => {
      const headers = new Headers(request.headers);
      const id = headers.get("mcp-session-id");
      if (id !== null) headers.set("mcp-session-id", id.replace("a b ", ""));
      const response = await handler(new Request(request, { headers }));
      const given = response.headers.get("mcp-session-id");
      if (given !== null) response.headers.set("mcp-session-id", `a b ${given}`);
      return response;
    };
    expect(await of(spaced)).toEqual([
      "http-session-id: initialize: the session id has characters other than visible ASCII",
    ]);
  });

  test("notifications, GET and DELETE have their answers", async () => {
    const odd = async (request: Request, handler: Handler): Promise<Response> => {
      if (request.method === "GET")
        return new Response("hello", { headers: { "content-type": "text/html" } });
      if (request.method === "DELETE") return new Response(null, { status: 500 });
      return (await body(request)).method === "notifications/initialized"
        ? Response.json({}, { status: 200 })
        : handler(request);
    };
    expect(await of(odd)).toEqual([
      "http-notification: notifications/initialized: it was answered 200 with a body, not 202 without one",
      "http-method: GET: it was answered 200 text/html, neither with an event stream nor 405",
      "http-method: DELETE: it was answered 500, neither 2xx nor 405",
    ]);
  });
});
