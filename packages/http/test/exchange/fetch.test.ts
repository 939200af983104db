import { expect, onTestFinished, test, vi } from "vitest";
import { createExchange } from "../../src/exchange/fetch.ts";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

/** A `fetch` that answers with this, whatever its signal says. */
function deaf(response: () => Response | Promise<Response>): typeof fetch {
  return async () => await response();
}

function openStream(): {
  readonly response: Response;
  readonly cancelled: Promise<unknown>;
  push(text: string): void;
} {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancel = (_reason: unknown): void => undefined;
  const cancelled = new Promise((resolve) => {
    cancel = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: (reason) => cancel(reason ?? "cancelled"),
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return { response, cancelled, push: (text) => controller?.enqueue(new TextEncoder().encode(text)) };
}

test("giving up cancels the body of a fetch that ignores its signal", async () => {
  const { response, cancelled, push } = openStream();
  const peer = await Dialled.dial(http("http://h.test/mcp", { fetch: deaf(() => response) }));
  const sent = peer.call("x");
  push('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n');
  await expect.poll(() => sent.notifications).toHaveLength(1);
  sent.cancel("enough");
  await cancelled;
  expect(() => push('data: {"jsonrpc":"2.0","method":"notifications/y"}\n\n')).toThrow();
  expect(sent.notifications).toHaveLength(1);
});

test("a response that comes after giving up is released", async () => {
  const { response, cancelled } = openStream();
  let answer = (_response: Response): void => undefined;
  const peer = await Dialled.dial(
    http("http://h.test/mcp", {
      fetch: deaf(
        () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      ),
    }),
  );
  peer.call("x").cancel("enough");
  answer(response);
  await cancelled;
});

test("Bun is told not to cut quiet requests", async () => {
  vi.stubGlobal("Bun", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const inits: unknown[] = [];
  const peer = await Dialled.dial(
    http("http://h.test/mcp", {
      fetch: async (_url, init) => {
        inits.push(init);
        return Response.json({ jsonrpc: "2.0", id: 1, result: {} });
      },
    }),
  );
  await peer.call("x").response;
  expect(inits).toMatchObject([{ timeout: false, redirect: "manual", method: "POST" }]);
});

test("the global fetch is the one of the moment", async () => {
  const exchange = await createExchange({ connectTimeout: 0, connections: 1 });
  vi.stubGlobal("fetch", async () => new Response("late"));
  onTestFinished(() => void vi.unstubAllGlobals());
  const text = await new Promise<string>((resolve, reject) => {
    exchange.start(
      { url: "http://h.test/", method: "POST", headers: [] },
      {
        head: () => undefined,
        data: (chunk) => resolve(new TextDecoder().decode(chunk)),
        end: () => undefined,
        failed: reject,
      },
    );
  });
  expect(text).toBe("late");
});

test("a fetch that throws at once fails the request, not the caller", async () => {
  const peer = await Dialled.dial(
    http("http://h.test/mcp", {
      fetch: () => {
        throw new TypeError("no network here");
      },
    }),
  );
  const failure = await failureOf(peer.call("x").response);
  expect(failure.reason).toMatchObject({ type: "connection_lost" });
  expect(failure.message).toMatch(/no network here/);
});

test("a response without a body is an empty one", async () => {
  const fetch = deaf(() => new Response(null, { headers: { "content-type": "application/json" } }));
  const peer = await Dialled.dial(http("http://h.test/mcp", { fetch }));
  expect((await failureOf(peer.call("x").response)).reason).toEqual({ type: "no_answer", status: 200 });
});

test("a body that fails in the middle fails its call", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("cut")),
  });
  const peer = await Dialled.dial(
    http("http://h.test/mcp", {
      fetch: deaf(() => new Response(body, { headers: { "content-type": "application/json" } })),
    }),
  );
  const failure = await failureOf(peer.call("x").response);
  expect(failure).toMatchObject({ reason: { type: "connection_lost" }, sent: "yes" });
});

test("a web-standard handler can be the server", async () => {
  const handler = async (request: Request): Promise<Response> => {
    const { id } = (await request.json()) as { readonly id: number };
    return Response.json({ jsonrpc: "2.0", id, result: { method: request.method } });
  };
  const peer = await Dialled.dial(
    http("http://in.process/mcp", { fetch: (input, init) => handler(new Request(input, init)) }),
  );
  expect(await peer.call("x").response).toMatchObject({ result: { method: "POST" } });
});

test("each request has a signal of its own, and leaves no listener on it", async () => {
  const signals = new Set<AbortSignal>();
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(
    http(server.url, {
      fetch: (input, init) => {
        signals.add(init?.signal as AbortSignal);
        return fetch(input, init);
      },
    }),
  );
  for (let count = 0; count < 3; count += 1) await peer.call("x").response;
  expect(signals.size).toBe(3);
});

test("a connection that Deno could not make is told from one that broke", async () => {
  const failing = (words: string): typeof fetch =>
    deaf(() => Promise.reject(new TypeError("fetch failed", { cause: new Error(words) })));
  const refused =
    "error sending request for url (http://h.test/mcp): client error (Connect): Connection refused";
  const never = await Dialled.dial(http("http://h.test/mcp", { fetch: failing(refused) }));
  expect(await failureOf(never.call("x").response)).toMatchObject({
    reason: { type: "unreachable" },
    sent: "no",
  });
  const reset =
    "error sending request for url (http://h.test/mcp): client error (SendRequest): connection error";
  const broken = await Dialled.dial(http("http://h.test/mcp", { fetch: failing(reset) }));
  expect(await failureOf(broken.call("x").response)).toMatchObject({ reason: { type: "connection_lost" } });
});

test.each([
  ["connect", "no", "unreachable"],
  ["read", "maybe", "connection_lost"],
  ["write", "maybe", "connection_lost"],
] as const)("a host that cannot be reached in %s: sent is %s", async (syscall, sent, type) => {
  const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: "EHOSTUNREACH", syscall });
  const failing = deaf(() => Promise.reject(new TypeError("fetch failed", { cause })));
  const peer = await Dialled.dial(http("http://h.test/mcp", { fetch: failing }));
  expect(await failureOf(peer.call("x").response)).toMatchObject({ reason: { type }, sent });
});
