import { describe, expect, test } from "vitest";
import { environmentOf, type OAuthFetch } from "../../src/environment.ts";
import { type GuardedRequest, guardedRequest, RequestFailure, retryAfter } from "../../src/net/request.ts";
import { ManualTime, until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";

const request: GuardedRequest = {
  url: "https://as.example.com/meta",
  what: "authorization metadata",
  server: "https://mcp.example.com/mcp",
  method: "GET",
};
const envOf = (fetch: OAuthFetch, time = new ManualTime()) =>
  environmentOf({ fetch, clock: time.clock, now: time.now });
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

describe("guardedRequest", () => {
  test("sends no credentials of the platform, follows nothing by itself, caches nothing", async () => {
    const inits: RequestInit[] = [];
    const env = envOf(async (_url, init) => {
      inits.push(init);
      return new Response("{}");
    });
    await guardedRequest(env, request);
    expect(inits[0]).toMatchObject({
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      headers: { accept: "application/json" },
    });
  });

  test("a body of 256 KiB is read, one byte more is not, whatever Content-Length says", async () => {
    const env = (bytes: number) =>
      envOf(async () => new Response("x".repeat(bytes), { headers: { "content-length": "2" } }));
    expect((await guardedRequest(env(256 * 1024), request)).text).toHaveLength(256 * 1024);
    const error = await failure(guardedRequest(env(256 * 1024 + 1), request));
    expect(error).toMatchObject({ why: "too_large", message: "more than 256 KiB" });
  });

  test("an endless body is cancelled as soon as it is too long", async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
      cancel() {
        cancelled = true;
      },
    });
    await failure(
      guardedRequest(
        envOf(async () => new Response(body)),
        request,
      ),
    );
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(10);
  });

  test("gives up after 10 s, also on a fetch that ignores its signal", async () => {
    const time = new ManualTime();
    const pending = failure(
      guardedRequest(
        envOf(() => new Promise(() => undefined), time),
        request,
      ),
    );
    time.advance(9_999);
    expect(time.pending).toBe(1);
    time.advance(1);
    expect(await pending).toMatchObject({ why: "timeout", message: "no answer within 10 s" });
  });

  test("counts the body into the 10 s: one byte a second is too slow", async () => {
    const time = new ManualTime();
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        feed = controller;
      },
    });
    const pending = failure(
      guardedRequest(
        envOf(async () => new Response(body), time),
        request,
      ),
    );
    for (let second = 0; second < 11; second += 1) {
      feed?.enqueue(new Uint8Array([32]));
      await until(() => true);
      time.advance(1_000);
    }
    expect(await pending).toMatchObject({ why: "timeout" });
  });

  test("rejects with the reason of the caller's signal", async () => {
    const abort = new AbortController();
    const reason = new Error("the user left");
    const pending = failure(
      guardedRequest(
        envOf(() => new Promise(() => undefined)),
        { ...request, signal: abort.signal },
      ),
    );
    abort.abort(reason);
    expect(await pending).toBe(reason);
  });

  test("leaves no timer behind", async () => {
    const time = new ManualTime();
    await guardedRequest(
      envOf(async () => new Response("{}"), time),
      request,
    );
    expect(time.pending).toBe(0);
  });

  test("names the system's code when a connection fails", async () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:443"), { code: "ECONNREFUSED" });
    const error = await failure(
      guardedRequest(
        envOf(() => Promise.reject(new TypeError("fetch failed", { cause }))),
        request,
      ),
    );
    expect(error).toBeInstanceOf(RequestFailure);
    expect(error).toMatchObject({
      why: "network",
      message: "connect ECONNREFUSED 192.0.2.1:443",
    });
  });

  describe("redirects", () => {
    test("of a GET are followed within the origin, three times at most", async () => {
      const hops = (count: number) => {
        let left = count;
        return envOf(async () => {
          left -= 1;
          return left >= 0 ? redirect(`/hop/${left}`) : new Response("{}");
        });
      };
      expect((await guardedRequest(hops(3), request)).status).toBe(200);
      expect(await failure(guardedRequest(hops(4), request))).toMatchObject({ why: "redirect" });
    });

    test.each([
      "https://evil.example.com/meta",
      "http://as.example.com/meta",
      "https://127.0.0.1/meta",
      "https://169.254.169.254/latest/meta-data",
      "https://as.example.com:8443/meta",
    ])("to %s are not followed", async (location) => {
      const asked: string[] = [];
      const env = envOf(async (url) => {
        asked.push(url);
        return redirect(location);
      });
      const error = await failure(guardedRequest(env, request));
      expect(error).toMatchObject({ why: "redirect" });
      expect(asked).toEqual([request.url]);
    });

    test.each([301, 302, 303, 307, 308])(
      "of a POST are never followed (%i), so no secret arrives elsewhere",
      async (status) => {
        const asked: string[] = [];
        const env = envOf(async (url) => {
          asked.push(url);
          return redirect("/token2", status);
        });
        const post = { ...request, method: "POST" as const, body: "client_secret=s" };
        expect(await failure(guardedRequest(env, post))).toMatchObject({ why: "redirect" });
        expect(asked).toEqual([request.url]);
      },
    );
  });
});

describe("retryAfter", () => {
  const at = (value: string) => retryAfter(new Headers({ "retry-after": value }), Date.UTC(2026, 0, 1));
  test.each([
    ["7", 7_000],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
    ["Thu, 01 Jan 2025 00:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
  ])("reads %j", (value, wait) => {
    expect(at(value)).toBe(wait);
  });
});
