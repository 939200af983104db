// Field report 113: an `onclose` of the application that throws skipped the settling of pending requests.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)("calls settle first, and callbacks that throw are isolated (%s)", async (protocol) => {
  const boom = () => {
    throw new Error("from the application");
  };
  const server = rawServer({ methods: { "tools/call": () => SILENT } });
  const { client } = await open(server.transport, {
    protocol,
    onNotification: boom,
    diagnostics: { report: boom },
    inputHandlers: { roots: boom },
  });
  const order: string[] = [];
  const calls = [1, 2].map(() => client.callTool("t").catch(() => order.push("settled")));
  const closed = client.closed.then(() => {
    order.push("closed");
    boom();
  });
  await server.arrived("tools/call", 2);
  server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  server.send({ jsonrpc: "2.0", id: 1, method: "roots/list" });
  server.end();
  await Promise.all(calls);
  await expect(closed).rejects.toThrow("from the application");
  expect(order).toEqual(["settled", "settled", "closed"]);
});
