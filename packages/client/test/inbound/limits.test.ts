// @req server-request.limit, server-request.close
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { type ConnectOptions, connect } from "../../src/index.ts";
import { answersOf, ask } from "../support/asking.ts";
import { gate, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { answering } from "../support/rounds.ts";

describe.each([...INITIALIZE_REVISIONS, "2026-07-28"] as const)("%s", (protocol) => {
  const dialRaw = async (options: ConnectOptions = {}) => {
    const server = rawServer();
    return { server, ...(await open(server.transport, { protocol, ...options })) };
  };

  test.each([
    [undefined, 16],
    [1, 1],
    [3, 3],
  ])("with maxServerRequests %s at most %i handlers run at once", async (maxServerRequests, limit) => {
    const release = gate();
    let running = 0;
    const { server } = await dialRaw({
      maxServerRequests,
      inputHandlers: {
        roots: async () => {
          running += 1;
          await release.opened;
          return { roots: [] };
        },
      },
    });
    for (let at = 0; at < limit; at += 1) server.send({ jsonrpc: "2.0", id: at, method: "roots/list" });
    expect(await ask(server, "roots/list", {}, "over")).toEqual({
      jsonrpc: "2.0",
      id: "over",
      error: { code: -32_603, message: `this client answers at most ${limit} requests at once` },
    });
    expect(running).toBe(limit);
    expect(await ask(server, "ping", {}, "ping")).toMatchObject({ result: {} });
    release.open();
    await server.arrivedAnswer(limit - 1);
    expect(await ask(server, "roots/list", {}, "after")).toMatchObject({ result: { roots: [] } });
  });

  test("a request that the server withdraws aborts its handler and is not answered", async () => {
    const begun = gate<AbortSignal>();
    const { server, codes } = await dialRaw({
      inputHandlers: {
        roots: (_params, { signal }) => {
          begun.open(signal);
          return new Promise(() => undefined);
        },
      },
    });
    server.send({ jsonrpc: "2.0", id: "w", method: "roots/list" });
    const signal = await begun.opened;
    server.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "w", reason: "late" },
    });
    expect(signal.aborted).toBe(true);
    for (const requestId of ["unknown", undefined, null, {}, 1])
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    await ask(server, "ping", {}, "p");
    expect(answersOf(server)).toHaveLength(1);
    expect(codes()).toEqual([]);
  });

  test("a handler that returns after the server withdrew is not answered either", async () => {
    const begun = gate();
    const release = gate();
    const { server } = await dialRaw({
      inputHandlers: {
        roots: async () => {
          begun.open();
          await release.opened;
          return { roots: [] };
        },
      },
    });
    server.send({ jsonrpc: "2.0", id: 1, method: "roots/list" });
    await begun.opened;
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    release.open();
    await ask(server, "ping", {}, "p");
    expect(answersOf(server)).toHaveLength(1);
  });

  test("two requests under one id are both answered", async () => {
    const { server } = await dialRaw({ inputHandlers: answering().handlers });
    server.send(
      { jsonrpc: "2.0", id: 1, method: "roots/list" },
      { jsonrpc: "2.0", id: 1, method: "roots/list" },
    );
    await manualClock().flush();
    expect(answersOf(server)).toHaveLength(2);
  });

  test("handlers are aborted when the connection closes or is lost", async () => {
    for (const close of [true, false]) {
      const begun = gate<AbortSignal>();
      const server = rawServer();
      const client = await connect(server.transport, {
        protocol,
        inputHandlers: {
          roots: (_params, { signal }) => {
            begun.open(signal);
            return new Promise(() => undefined);
          },
        },
      });
      server.send({ jsonrpc: "2.0", id: "w", method: "roots/list" });
      const signal = await begun.opened;
      if (close) await client.close();
      else server.end();
      expect(signal.aborted).toBe(true);
      await client.close();
      expect(answersOf(server)).toEqual([]);
    }
  });
});
