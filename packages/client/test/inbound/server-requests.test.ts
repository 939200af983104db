// @req server-request.handlers, server-request.ping, server-request.no-handler, server-request.missing-keys
// @req server-request.failed
import { describe, expect, test } from "vitest";
import type { ConnectOptions } from "../../src/index.ts";
import { ask } from "../support/asking.ts";
import { gate, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { ANSWER, ASK, answering } from "../support/rounds.ts";

/** On a pipe they are answered whatever the revision. */
describe.each([...INITIALIZE_REVISIONS, "2026-07-28"] as const)("%s", (protocol) => {
  const dialRaw = async (options: ConnectOptions = {}) => {
    const server = rawServer();
    return { server, ...(await open(server.transport, { protocol, ...options })) };
  };

  test.each(["form", "url", "sampling", "roots"] as const)(
    "a %s request goes to its handler",
    async (kind) => {
      const { handlers, asked } = answering();
      const { server } = await dialRaw({ inputHandlers: handlers });
      const { method } = ASK[kind];
      const params = "params" in ASK[kind] ? ASK[kind].params : undefined;
      expect(await ask(server, method, params)).toEqual({ jsonrpc: "2.0", id: "q", result: ANSWER[kind] });
      expect(asked).toEqual([[kind, params ?? {}]]);
    },
  );

  test("the handler is told which server asks, and when to stop", async () => {
    const seen = gate<{ signal: AbortSignal; server: string }>();
    const { server } = await dialRaw({
      inputHandlers: {
        roots: (_params, context) => {
          seen.open(context);
          return { roots: [] };
        },
      },
    });
    await ask(server, "roots/list");
    const context = await seen.opened;
    expect(context.server).toBe("raw-server");
    expect(context.signal.aborted).toBe(false);
  });

  test("ping is answered without a handler, under ids of either type", async () => {
    const { server } = await dialRaw();
    expect(await ask(server, "ping", undefined, "p")).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
    expect(await ask(server, "ping", {}, 0)).toEqual({ jsonrpc: "2.0", id: 0, result: {} });
  });

  test.each(["roots/list", "sampling/createMessage", "elicitation/create", "com.example/ask", "toString"])(
    "%s without a handler is answered -32601 at once",
    async (method) => {
      const { server } = await dialRaw();
      expect(await ask(server, method, { message: "m", requestedSchema: {} })).toEqual({
        jsonrpc: "2.0",
        id: "q",
        error: { code: -32_601, message: `this client does not answer ${method}` },
      });
    },
  );

  test("a mode or kind without a handler is -32601 beside other handlers", async () => {
    const { server } = await dialRaw({ inputHandlers: { form: answering().handlers.form } });
    for (const request of [ASK.url, ASK.sampling, ASK.roots] as const) {
      const id = request.method + ("params" in request ? JSON.stringify(request.params) : "");
      const answer = await ask(server, request.method, "params" in request ? request.params : undefined, id);
      expect(answer).toMatchObject({ error: { code: -32_601 } });
    }
  });

  test.each([
    ["elicitation/create", {}, "the params of elicitation/create (form) lack message and requestedSchema"],
    ["elicitation/create", undefined, "the params of elicitation/create are not an object"],
    ["elicitation/create", { mode: "url", message: "m" }, "the params of elicitation/create (url) lack url"],
    [
      "sampling/createMessage",
      { messages: [] },
      "the params of sampling/createMessage (sampling) lack maxTokens",
    ],
  ])("%s with params %j is answered -32602, and no handler runs", async (method, params, message) => {
    const { handlers, asked } = answering();
    const { server } = await dialRaw({ inputHandlers: handlers });
    expect(await ask(server, method, params)).toEqual({
      jsonrpc: "2.0",
      id: "q",
      error: { code: -32_602, message },
    });
    expect(asked).toEqual([]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("secret path");
      },
      "the client's roots handler failed",
    ],
    ["rejects", () => Promise.reject(new Error("secret path")), "the client's roots handler failed"],
    ["returns nonsense", () => ({ roots: "all" }), "the client's roots handler returned an invalid result"],
    ["returns nothing", () => undefined, "the client's roots handler returned an invalid result"],
  ])("a handler that %s is answered -32603, without its own words", async (_name, roots, message) => {
    const { server, client, diagnostics } = await dialRaw({ inputHandlers: { roots: roots as never } });
    expect(await ask(server, "roots/list")).toEqual({
      jsonrpc: "2.0",
      id: "q",
      error: { code: -32_603, message },
    });
    expect(diagnostics).toMatchObject([
      { level: "warning", code: "input_handler_failed", server: "raw-server" },
    ]);
    await client.callTool("any");
  });
});
