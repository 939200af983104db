// @req call.abort, input.carries-result, server-request.close
import { isMcpError } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, gate, open, thrown } from "../support/clients.ts";
import { SILENT } from "../support/raw-server.ts";
import { ASK, answering, DONE, inputRequired, roundServer } from "../support/rounds.ts";

const protocol = "2026-07-28";
const reason = new Error("enough");
const forever = () => new Promise<never>(() => undefined);

describe("an abort", () => {
  test.each([
    [
      "that looks at its signal",
      (signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("window closed"))),
        ),
    ],
    ["that ignores it", forever],
  ])("while a handler runs %s rejects with the caller's reason", async (_name, wait) => {
    const begun = gate<AbortSignal>();
    const server = roundServer(inputRequired({ a: ASK.form, b: ASK.form }), DONE);
    let runs = 0;
    const { client } = await open(server.transport, {
      protocol,
      inputHandlers: {
        form: (_params, context) => {
          runs += 1;
          begun.open(context.signal);
          return wait(context.signal);
        },
      },
    });
    const controller = new AbortController();
    const failing = thrown(client.callTool("any", {}, { signal: controller.signal }));
    const signal = await begun.opened;
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe(reason);
    expect(runs).toBe(1);
    expect(server.requests("tools/call")).toHaveLength(1);
  });

  test("in a handler, which returns all the same, sends no further round", async () => {
    const controller = new AbortController();
    const server = roundServer(inputRequired({ q: ASK.form }), DONE);
    const { client } = await open(server.transport, {
      protocol,
      inputHandlers: {
        form: () => {
          controller.abort(reason);
          return { action: "accept" };
        },
      },
    });
    expect(await thrown(client.callTool("any", {}, { signal: controller.signal }))).toBe(reason);
    expect(server.requests("tools/call")).toHaveLength(1);
  });

  test("during the pause of a state alone rejects at once and leaves no timer", async () => {
    const clock = manualClock();
    const server = roundServer(inputRequired(undefined, "wait"), DONE);
    const { client } = await open(server.transport, { protocol, clock, inputHandlers: answering().handlers });
    const controller = new AbortController();
    const failing = thrown(client.callTool("any", {}, { signal: controller.signal }));
    await server.arrived("tools/call");
    await clock.advance(100);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect(clock.pending).toBe(0);
  });

  test("during a later round gives that request up", async () => {
    const server = roundServer(inputRequired({ q: ASK.form }), () => SILENT);
    const { client } = await open(server.transport, { protocol, inputHandlers: answering().handlers });
    const controller = new AbortController();
    const failing = thrown(client.callTool("any", {}, { signal: controller.signal }));
    const { id } = await server.arrived("tools/call", 2);
    controller.abort(reason);
    expect(await failing).toBe(reason);
    expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
  });
});

describe("closing the client", () => {
  test("while a handler runs settles the call and aborts the handler, whatever it does", async () => {
    const begun = gate<AbortSignal>();
    const server = roundServer(inputRequired({ q: ASK.form }, "s"), DONE);
    const client = await connect(server.transport, {
      protocol,
      inputHandlers: {
        form: (_params, { signal }) => {
          begun.open(signal);
          return forever();
        },
      },
    });
    const failing = failure(client.callTool("deploy"));
    const signal = await begun.opened;
    await client.close();
    const error = await failing;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      reason: { type: "closed" },
      sent: "yes",
    });
    expect(error.message).toBe(
      'tools/call "deploy" on raw-server was given up while it waited for input: the connection to raw-server was closed by this client',
    );
    expect(signal.aborted).toBe(true);
    expect(isMcpError(signal.reason, "closed")).toBe(true);
    expect(server.requests("tools/call")).toHaveLength(1);
  });

  test("during the pause of a state alone settles the call at once", async () => {
    const clock = manualClock();
    const server = roundServer(inputRequired(undefined, "wait"), DONE);
    const client = await connect(server.transport, { protocol, clock, inputHandlers: answering().handlers });
    const failing = failure(client.callTool("any"));
    await server.arrived("tools/call");
    await clock.flush();
    await client.close();
    expect((await failing).reason.type).toBe("closed");
    expect(clock.pending).toBe(0);
  });
});

test("a result that asks and the end of the connection that arrive together settle the call", async () => {
  const { handlers } = answering();
  const server = roundServer((request) => {
    server.reply(request.id, inputRequired({ q: ASK.form, r: ASK.roots }));
    server.end();
    return SILENT;
  });
  const { client } = await open(server.transport, { protocol, inputHandlers: handlers });
  expect(await failure(client.callTool("any"))).toMatchObject({
    kind: "transport",
    reason: { type: "connection_lost" },
  });
  expect(server.requests("tools/call")).toHaveLength(1);
});

test("a connection that is lost while a handler runs ends the call", async () => {
  const begun = gate();
  const server = roundServer(inputRequired({ q: ASK.form }), DONE);
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: {
      form: () => {
        begun.open();
        return forever();
      },
    },
  });
  const failing = failure(client.callTool("any"));
  await begun.opened;
  server.end();
  const error = await failing;
  expect(error.reason).toEqual({ type: "connection_lost" });
  expect(error.message).toContain("was given up while it waited for input: the raw server crashed");
});

test("a handler that fails after the call is over is nobody's unhandled rejection", async () => {
  const begun = gate();
  const late = gate();
  const server = roundServer(inputRequired({ q: ASK.form }), DONE);
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: {
      form: async () => {
        begun.open();
        await late.opened;
        throw new Error("too late");
      },
    },
  });
  const controller = new AbortController();
  const failing = thrown(client.callTool("any", {}, { signal: controller.signal }));
  await begun.opened;
  controller.abort(reason);
  expect(await failing).toBe(reason);
  late.open();
  await manualClock().flush();
});
