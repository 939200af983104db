// Whatever arrives between the messages that make sense, nothing throws, hangs or reaches the wrong place.
import { isObject, META, REVISIONS } from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyJson, mutated, settled } from "../support/arbitrary.ts";
import { open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";
import { ASK, answering } from "../support/rounds.ts";

const RUNS = { numRuns: 200 };

/** Messages of every kind, to be spoilt. */
const messages = (id: number) => [
  { jsonrpc: "2.0", id, result: { content: [] } },
  { jsonrpc: "2.0", id: id + 1000, result: {} },
  { jsonrpc: "2.0", id, error: { code: -32_000, message: "no", data: { a: 1 } } },
  { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "parse" } },
  {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: id, progress: 1, total: 2, message: "m" },
  },
  { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: { a: 1 }, logger: "l" } },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "r" } },
  { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
  { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "file:///a" } },
  {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: {}, _meta: { [META.subscriptionId]: id } },
  },
  { jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "e" } },
  { jsonrpc: "2.0", id: "s", method: "ping" },
  { jsonrpc: "2.0", id: "s", ...ASK.form },
  { jsonrpc: "2.0", id: 7, ...ASK.roots },
  [
    { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
    { jsonrpc: "2.0", id, result: {} },
  ],
];

/** Whether a message may settle the request with this id, rightly or wrongly written. */
function mentions(message: unknown, id: number): boolean {
  return JSON.stringify(message).includes(`"id":${id}`) || JSON.stringify(message).includes(`"id":"${id}"`);
}

describe.each(REVISIONS)("%s", (protocol) => {
  test("calls before, during and after get their own answers", async () => {
    const server = rawServer({
      intercept: (message) => "method" in message && message.method === "tools/call",
    });
    const { client } = await open(server.transport, {
      protocol,
      inputHandlers: answering().handlers,
      onLog: () => undefined,
      onNotification: () => undefined,
    });
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson, { maxLength: 3 }), fc.nat(14), fc.gen(), async (noise, at, gen) => {
        const call = settled(client.callTool("t", {}, { onProgress: () => undefined }));
        calls += 1;
        const { id } = await server.arrived("tools/call", calls);
        const spoilt = gen(() => mutated(messages(id as number)[at]));
        for (const message of [...noise, spoilt]) server.send(message);
        server.reply(id, { content: [], mine: id });
        const outcome = await call;
        if (!mentions([...noise, spoilt], id as number)) {
          expect("value" in outcome && isObject(outcome.value) ? outcome.value["mine"] : outcome).toBe(id);
        }
      }),
      RUNS,
    );
    const last = client.callTool("t");
    const { id } = await server.arrived("tools/call", calls + 1);
    server.reply(id, { content: [], last: true });
    expect(await last).toMatchObject({ last: true });
  });

  test("every server request with an id is answered once, whatever its params", async () => {
    const server = rawServer();
    await open(server.transport, { protocol, inputHandlers: answering().handlers });
    let asked = 0;
    const methods = fc.oneof(
      fc.constantFrom(
        "ping",
        "roots/list",
        "sampling/createMessage",
        "elicitation/create",
        "toString",
        "__proto__",
      ),
      fc.string(),
    );
    const params = fc.oneof(
      mutated(ASK.form.params),
      mutated(ASK.sampling.params),
      fc.dictionary(fc.string(), anyJson),
    );
    await fc.assert(
      fc.asyncProperty(methods, params, async (method, given) => {
        asked += 1;
        const id = `q${asked}`;
        server.send({ jsonrpc: "2.0", id, method, ...(isObject(given) ? { params: given } : {}) });
        const answer = await server.arrivedAnswer(id);
        expect("result" in answer ? true : [-32_601, -32_602, -32_603].includes(answer.error.code)).toBe(
          true,
        );
      }),
      RUNS,
    );
  });
});

test("a subscription hands on what belongs to it and survives the rest", async () => {
  const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
  const { client } = await open(server.transport, { protocol: "2026-07-28" });
  const opening = client.listen({ toolsListChanged: true });
  const { id } = await server.arrived("subscriptions/listen");
  const _meta = { [META.subscriptionId]: id };
  server.send({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: {}, _meta },
  });
  const subscription = await opening;
  await fc.assert(
    fc.asyncProperty(
      mutated({ method: "notifications/tools/list_changed", params: { a: 1 } }),
      async (spoilt) => {
        if (
          isObject(spoilt) &&
          typeof spoilt["method"] === "string" &&
          spoilt["method"].includes("cancelled")
        )
          return;
        server.send({ jsonrpc: "2.0", ...(isObject(spoilt) ? spoilt : { spoilt }) });
        server.send({ jsonrpc: "2.0", method: "com.example/mark", params: { _meta } });
        expect(await subscription.next()).toEqual({
          done: false,
          value: { type: "notification", method: "com.example/mark", params: { _meta } },
        });
      },
    ),
    RUNS,
  );
});
