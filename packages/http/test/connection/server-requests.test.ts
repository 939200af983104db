import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, json, result, stream } from "../support/fixture.ts";

const ask = event(JSON.stringify({ jsonrpc: "2.0", id: "q", method: "roots/list" }));

describe.each(EXCHANGES)("$name", ({ options }) => {
  async function asking(answerStatus = 202) {
    return await fixture((seen, response) => {
      if (seen.message.method === "initialize") json(response, result(seen), 200, { "mcp-session-id": "s1" });
      else if (seen.message.method === "tools/call") stream(response).write(ask);
      else response.writeHead(answerStatus).end();
    });
  }

  test("a request of the server is answered by a POST of its own", async () => {
    const server = await asking();
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    await peer.greet();
    const sent = peer.call("x", {
      onRequest: async ({ id }) => ({ jsonrpc: "2.0", id, result: { roots: [] } }),
    });
    const answer = await server.arrived(1, ({ message }) => "result" in message);
    expect(answer.message).toEqual({ jsonrpc: "2.0", id: "q", result: { roots: [] } });
    expect(answer.headers).toMatchObject({ "mcp-session-id": "s1", "mcp-protocol-version": "2025-11-25" });
    const call = server.seen.find(({ message }) => message.method === "tools/call");
    call?.response.end(event(result(call)));
    expect(await sent.response).toHaveProperty("result");
  });

  test("without an answer nothing is sent", async () => {
    const server = await asking();
    const peer = await Dialled.dial(http(server.url, options));
    const asked = new Promise<void>((resolve) => {
      peer.call("x", {
        onRequest: async () => {
          resolve();
          return undefined;
        },
      });
    });
    await asked;
    await peer.notify("notifications/after");
    expect(server.seen.map(({ message }) => message.method)).toEqual(["tools/call", "notifications/after"]);
  });

  test("a server that asks without end, and takes no answer, gets so many and no more; it is told once", async () => {
    const flood = Array.from({ length: 1000 }, (_, id) => ({ jsonrpc: "2.0", id: `s${id}`, method: "ping" }));
    const taken: (() => void)[] = [];
    const server = await fixture((seen, response) => {
      if (seen.message.method !== undefined) {
        stream(response).write(flood.map((ask) => event(JSON.stringify(ask))).join(""));
      } else taken.push(() => response.writeHead(202).end());
    });
    const peer = await Dialled.dial(http(server.url, options));
    let asked = 0;
    peer.call("x", {
      onRequest: async ({ id }) => {
        asked += 1;
        return { jsonrpc: "2.0", id, result: {} };
      },
    });
    // The stream has one of the 256 sockets that undici may open.
    const most = options.fetch === undefined ? 255 : 256;
    await expect.poll(() => [asked, taken.length], { timeout: 10_000 }).toEqual([1000, most]);
    expect(peer.diagnostics).toMatchObject([
      {
        level: "warning",
        code: "answer_not_sent",
        message:
          "the server asks faster than it takes answers: with 256 of them under way, further requests get none",
      },
    ]);
    for (const take of taken.splice(0)) take();
  });

  test("an answer that is refused is reported, and harms nothing", async () => {
    const server = await asking(500);
    const peer = await Dialled.dial(http(server.url, options));
    peer.call("x", { onRequest: async ({ id }) => ({ jsonrpc: "2.0", id, result: {} }) });
    await server.arrived(2);
    await expect.poll(() => peer.diagnostics).toMatchObject([{ level: "warning", code: "answer_not_sent" }]);
    expect(peer.diagnostics[0]?.message).toMatch(
      /the answer to roots\/list on .* failed: the server answered HTTP 500/,
    );
  });
});
