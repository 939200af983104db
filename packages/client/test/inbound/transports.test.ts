// @req server-request.stateless, server-request.handlers
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { answersOf, ask } from "../support/asking.ts";
import { dial, ERAS, failure, gate, MATRIX, open, recorder } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";
import { ANSWER, ASK, answering, inputRequired, roundServer } from "../support/rounds.ts";

describe("over a transport whose messages travel with headers, on 2026-07-28", () => {
  const headers = () =>
    rawServer({ adapt: (connection) => Object.assign(connection, { mirrorsHeaders: true }) });

  test("nothing is answered without handlers, and it is reported, once as a warning", async () => {
    const server = headers();
    const { client, diagnostics } = await open(server.transport, { protocol: "2026-07-28" });
    for (const id of [1, 2, 3]) server.send({ jsonrpc: "2.0", id, method: "ping" });
    await client.callTool("any");
    expect(answersOf(server)).toEqual([]);
    expect(diagnostics.map(({ level }) => level)).toEqual(["warning", "debug", "debug"]);
    expect(diagnostics).toMatchObject([1, 2, 3].map(() => ({ code: "server_request_dropped" })));
    expect(diagnostics[0]?.message).toBe("the server sent ping, which 2026-07-28 does not allow over HTTP");
  });

  test("with handlers everything is answered", async () => {
    const server = headers();
    await open(server.transport, {
      protocol: "2026-07-28",
      inputHandlers: { form: answering().handlers.form },
    });
    expect(await ask(server, "ping")).toMatchObject({ result: {} });
    expect(await ask(server, "roots/list", {}, "r")).toMatchObject({ error: { code: -32_601 } });
    expect(await ask(server, "elicitation/create", ASK.form.params, "f")).toMatchObject({
      result: ANSWER.form,
    });
  });
});

test("on 2026-07-28 they do not count as rounds", async () => {
  const server = roundServer(
    ({ id }) => {
      server.send({ jsonrpc: "2.0", id: "s", method: "roots/list" });
      void server.arrivedAnswer("s").then(() => server.reply(id, inputRequired({ q: ASK.form })));
      return SILENT;
    },
    { content: [] },
  );
  const { client } = await open(server.transport, {
    protocol: "2026-07-28",
    inputHandlers: answering().handlers,
    maxInputRounds: 1,
  });
  expect(await client.callTool("any")).toEqual({ content: [] });
});

test.each(MATRIX.filter(([revision]) => revision !== "2026-07-28"))(
  "a tool may ask in the middle of a call (%s over %s)",
  async (protocol, over) => {
    const server = testServer({
      tools: {
        ask: async (_args, context) => {
          const sampled = await context.ask("sampling/createMessage", ASK.sampling.params);
          const refused = await context.ask("com.example/other");
          return JSON.stringify([sampled, refused]);
        },
      },
    });
    const { client } = await dial(server, over, { protocol, inputHandlers: answering().handlers });
    const { content } = await client.callTool("ask");
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject([
      { result: ANSWER.sampling },
      { error: { code: -32_601 } },
    ]);
  },
);

test.each(ERAS)(
  "a server that asks a closed client in process gets an answer all the same (%s)",
  async (protocol) => {
    const asked = gate<unknown>();
    const begun = gate();
    const release = gate();
    const server = testServer({
      tools: {
        late: async (_args, context) => {
          begun.open();
          await release.opened;
          asked.open(await context.ask("roots/list"));
          return "";
        },
      },
    });
    const { client } = await dial(server, "direct", { protocol, inputHandlers: answering().handlers });
    const call = failure(client.callTool("late"));
    await begun.opened;
    await client.close();
    release.open();
    expect(await asked.opened).toMatchObject({
      error: { code: -32_601, message: "the client does not answer roots/list" },
    });
    await call;
    await manualClock().flush();
  },
);

test("nothing about them is printed", async () => {
  const recorded = recorder();
  const server = rawServer();
  await open(server.transport, { ...recorded.options, protocol: "2025-11-25" });
  await ask(server, "ping");
  await ask(server, "com.example/ask", {}, "x");
  expect(recorded.diagnostics).toEqual([]);
});
