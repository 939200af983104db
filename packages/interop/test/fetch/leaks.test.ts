// After a garbage collection the recipe of the official SDK leaves its subscription open when the client closes, because
// a platform's Request stops following its signal. Nothing of that may happen here.
import { createMcpHandler, InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server";
import { connect } from "@snodo/client";
import { expect, test } from "vitest";
import { fromFetchHandler } from "../../src/index.ts";
import { collected } from "../support/collected.ts";
import { v2Server } from "../support/v2-server.ts";

/** A bus that knows who listens, and tells when nobody does any more. */
function countingBus() {
  const inner = new InMemoryServerEventBus();
  let listeners = 0;
  let empty = (): void => undefined;
  const bus: ServerEventBus = {
    publish: (event) => inner.publish(event),
    subscribe(listener) {
      listeners += 1;
      const unsubscribe = inner.subscribe(listener);
      return () => {
        unsubscribe();
        listeners -= 1;
        if (listeners === 0) empty();
      };
    },
  };
  return {
    bus,
    get listeners() {
      return listeners;
    },
    /** Resolves when the last listener is gone. */
    emptied: () => (listeners === 0 ? Promise.resolve() : new Promise<void>((resolve) => (empty = resolve))),
  };
}

test.each(["the subscription", "the client, and then the subscription"])(
  "closing %s ends it at the handler, after a collection",
  async (what) => {
    const { factory } = v2Server();
    const counter = countingBus();
    const handler = createMcpHandler(factory, { bus: counter.bus });
    const client = await connect(fromFetchHandler(handler), { protocol: "2026-07-28" });
    const changes = await client.listen({ toolsListChanged: true });
    handler.notify.toolsChanged();
    await changes.next();
    expect(counter.listeners).toBe(1);
    await collected();
    const next = changes.next();
    if (what !== "the subscription") await client.close();
    await changes.close();
    await counter.emptied();
    handler.notify.toolsChanged();
    expect(await next).toEqual({ done: true, value: undefined });
    await client.close();
  },
);

test("a handler that keeps only the signal of its request learns of the end after a collection", async () => {
  let ended: Promise<unknown> | undefined;
  const { factory } = v2Server();
  const handler = createMcpHandler(factory);
  const transport = fromFetchHandler((request) => {
    const { signal } = request;
    if (request.headers.get("mcp-method") !== "tools/call") return handler.fetch(request);
    ended = new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted")));
    return new Promise<Response>(() => undefined);
  });
  const client = await connect(transport, { protocol: "2026-07-28" });
  const controller = new AbortController();
  const call = client.callTool("hang", {}, { signal: controller.signal }).catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  await collected();
  controller.abort("enough");
  expect(await call).toBe("enough");
  expect(await ended).toBe("aborted");
  await client.close();
});

test("a body whose handler ignores the signal is cancelled", async () => {
  let cancelled: (reason: string) => void = () => undefined;
  const seen = new Promise<string>((resolve) => {
    cancelled = resolve;
  });
  const { factory } = v2Server();
  const handler = createMcpHandler(factory);
  const transport = fromFetchHandler((request) => {
    if (request.headers.get("mcp-method") !== "tools/call") return handler.fetch(request);
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(": open\n\n")),
      cancel: () => cancelled("cancelled"),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const client = await connect(transport, { protocol: "2026-07-28" });
  const call = client.callTool("hang").catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  await client.close();
  expect(await call).toMatchObject({ reason: { type: "closed" } });
  expect(await seen).toBe("cancelled");
});
