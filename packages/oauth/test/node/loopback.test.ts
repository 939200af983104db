import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CallbackReception, PreparedFlow } from "../../src/flows/port.ts";
import { type LoopbackFlowOptions, loopbackFlow } from "../../src/node/index.ts";
import { until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";

const open: PreparedFlow[] = [];
const servers: Server[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const flow of open.splice(0)) {
    await follow(flow);
    await flow.dispose();
  }
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** What a browser does that was sent on. */
async function follow(flow: PreparedFlow): Promise<string> {
  const page = await fetch(new URL("/done", flow.redirectUri)).catch(() => undefined);
  return (await page?.text()) ?? "";
}

const authorize = new URL("https://as.example.com/authorize?state=right");
/** What core does: the state decides, then the error. */
const receive = (params: URLSearchParams): CallbackReception =>
  params.getAll("state").join() !== "right" ? "ignored" : params.has("error") ? "refused" : "accepted";

async function prepare(
  options: LoopbackFlowOptions = {},
  preferred: readonly string[] = [],
): Promise<PreparedFlow> {
  const flow = await loopbackFlow({ onUrl: () => undefined, open: () => undefined, ...options }).prepare({
    preferred,
    signal: new AbortController().signal,
  });
  open.push(flow);
  return flow;
}

/** Ready, and waiting for the user. */
async function waiting(options: LoopbackFlowOptions = {}) {
  const flow = await prepare(options);
  const answer = flow.visit({ url: authorize, expiresAt: 0, signal: new AbortController().signal, receive });
  answer.catch(() => undefined);
  const get = (query: string, init: RequestInit = {}) =>
    fetch(`${flow.redirectUri}${query}`, { redirect: "manual", ...init });
  return { flow, answer, get };
}

async function taken(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends a request with any `Host`. */
function withHost(uri: string, host: string, address = "127.0.0.1"): Promise<number> {
  const url = new URL(uri);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: address, port: url.port, path: `${url.pathname}?state=right&code=c`, headers: { host } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject);
    request.end();
  });
}

describe("the port", () => {
  test("is bound before the URL is built, and released afterwards", async () => {
    const flow = await prepare();
    expect(flow.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect((await fetch(flow.redirectUri)).status).toBe(400);
    await flow.dispose();
    await expect(fetch(flow.redirectUri)).rejects.toThrow();
    await flow.dispose();
  });

  test("of two at once is not the same", async () => {
    const [first, second] = await Promise.all([prepare(), prepare()]);
    expect(first?.redirectUri).not.toBe(second?.redirectUri);
  });

  test("of an earlier registration is used again where it is free", async () => {
    const first = await prepare();
    await first.dispose();
    expect((await prepare({}, ["https://elsewhere/callback", first.redirectUri])).redirectUri).toBe(
      first.redirectUri,
    );
  });

  test("of an earlier registration that is taken is replaced", async () => {
    const uri = `http://127.0.0.1:${await taken()}/callback`;
    expect((await prepare({}, [uri])).redirectUri).not.toBe(uri);
  });

  test("that is fixed and taken is a clear error", async () => {
    const port = await taken();
    const error = await failure(prepare({ port }));
    expect(error.message).toBe(
      `Cannot start the sign-in: port ${port} of this machine cannot be listened on (another program uses it, or another ` +
        "sign-in is under way). Free it or choose another `port`.",
    );
    expect(error).toMatchObject({ reason: { problem: "callback", retryable: true, error: "eaddrinuse" } });
  });

  test("can be reached as localhost, on both families where there are two", async () => {
    const { flow, answer } = await waiting({ host: "localhost", path: "/done-here" });
    expect(flow.redirectUri).toMatch(/^http:\/\/localhost:\d+\/done-here$/);
    const { port } = new URL(flow.redirectUri);
    await withHost(flow.redirectUri, `localhost:${port}`);
    expect((await answer).get("code")).toBe("c");
  });

  test("as localhost is bound for IPv6 too, for machines where that is what the name means", async () => {
    const { flow, answer } = await waiting({ host: "localhost" });
    const { port } = new URL(flow.redirectUri);
    const status = await withHost(flow.redirectUri, `localhost:${port}`, "::1").catch((error: unknown) =>
      String(error),
    );
    // A machine without IPv6 has nothing to bind, and no browser that would try.
    if (String(status).includes("EADDRNOTAVAIL")) return;
    expect(status).toBe(303);
    expect((await answer).get("code")).toBe("c");
  });

  test.each([["done"], ["/done"], ["/failed"], ["/a?b"], ["/a#b"]])("path %s is refused", (path) => {
    expect(() => loopbackFlow({ path })).toThrow(TypeError);
  });

  test.each([0, -1, 1.5, 65_536])("port %d is refused", (port) => {
    expect(() => loopbackFlow({ port })).toThrow(TypeError);
  });
});

describe("a callback", () => {
  test("with the right state is the answer, and the code leaves the address bar", async () => {
    const { answer, get } = await waiting();
    const response = await get("?code=c&state=right&iss=https://as.example.com&other=x");
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/done");
    expect(Object.fromEntries(await answer)).toEqual({
      code: "c",
      state: "right",
      iss: "https://as.example.com",
      other: "x",
    });
  });

  test("with a wrong state, or none, is told so, and the right one is still waited for", async () => {
    const { answer, get } = await waiting();
    for (const query of ["", "?code=evil&state=wrong", "?code=evil", "?code=evil&state=right&state=wrong"]) {
      expect((await get(query)).status).toBe(400);
    }
    await get("?code=c&state=right");
    expect((await answer).get("code")).toBe("c");
  });

  test("that is an error ends the wait", async () => {
    const { answer, get } = await waiting();
    expect((await get("?error=access_denied&state=right")).headers.get("location")).toBe("/failed");
    expect((await answer).get("error")).toBe("access_denied");
  });

  test("that comes second is told that it is", async () => {
    const { answer, get } = await waiting();
    await get("?code=first&state=right");
    expect((await get("?code=second&state=right")).status).toBe(410);
    expect((await answer).get("code")).toBe("first");
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])("by %s is refused", async (method) => {
    const { get } = await waiting();
    expect((await get("?code=c&state=right", { method })).status).toBe(405);
  });

  test("elsewhere is not found, the icon included", async () => {
    const { flow } = await waiting();
    const { origin } = new URL(flow.redirectUri);
    for (const path of ["/", "/favicon.ico", "/callback/", "/callback/x", "//callback"]) {
      expect((await fetch(`${origin}${path}?code=c&state=right`)).status).toBe(404);
    }
  });

  test.each(["evil.example.com", "evil.example.com:PORT", "localhost:PORT", "127.0.0.1"])(
    "under the name %j is refused: a page elsewhere may have led here",
    async (name) => {
      const { flow } = await waiting();
      const { port } = new URL(flow.redirectUri);
      expect(await withHost(flow.redirectUri, name.replace("PORT", port))).toBeGreaterThanOrEqual(400);
    },
  );

  test("longer than 16 KiB is refused", async () => {
    const { get, answer } = await waiting();
    expect((await get(`?state=right&code=${"x".repeat(17 * 1024)}`)).status).toBe(431);
    await get("?code=c&state=right");
    expect((await answer).get("code")).toBe("c");
  });
});

describe("a page", () => {
  test.each([
    "?code=secret-code&state=right",
    "?error=<script>&state=right",
    "?code=secret-code&state=wrong",
  ])("after %s shows nothing of it, and may do nothing", async (query) => {
    const { get } = await waiting();
    const response = await get(query, { redirect: "follow" });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("connection")).toBe("close");
    const text = await response.text();
    for (const word of ["secret-code", "script", "right", "wrong"]) expect(text).not.toContain(word);
  });
});

describe("an end", () => {
  test("by the caller's signal rejects with its reason", async () => {
    const flow = await prepare();
    const abort = new AbortController();
    const reason = new Error("gave up");
    const answer = flow.visit({ url: authorize, expiresAt: 0, signal: abort.signal, receive });
    abort.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  test("comes after the last page, so that the user does not end on an error", async () => {
    const { flow, answer, get } = await waiting();
    await get("?code=c&state=right");
    await answer;
    const disposed = flow.dispose();
    expect(await follow(flow)).toContain("Signed in");
    await disposed;
    expect(await follow(flow)).toBe("");
  });

  test("waits a second for a browser that does not follow", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { flow, get } = await waiting();
    await get("?code=c&state=right");
    let over = false;
    const disposed = flow.dispose().then(() => {
      over = true;
    });
    vi.advanceTimersByTime(999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    vi.advanceTimersByTime(1);
    await disposed;
  });

  test("drops connections that are still open", async () => {
    const flow = await prepare();
    const socket = connect(Number(new URL(flow.redirectUri).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    await flow.dispose();
    await closed;
  });
});

describe("the browser", () => {
  test("is opened with the URL, which is shown as well", async () => {
    const seen: string[] = [];
    const { get, answer } = await waiting({
      open: (url) => seen.push(`open ${url}`),
      onUrl: (url) => seen.push(`show ${url}`),
    });
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual([`open ${authorize.href}`, `show ${authorize.href}`]);
    await get("?code=c&state=right");
    await answer;
  });

  test("that cannot be opened leaves it to the user", async () => {
    const { get, answer } = await waiting({ open: () => Promise.reject(new Error("no display")) });
    await get("?code=c&state=right");
    expect((await answer).get("code")).toBe("c");
  });
});
