// Field report 82: a log notification right after the handshake stalled the client.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("notifications nobody asked for are dropped and block nothing (%s)", async (protocol) => {
  const server = rawServer();
  const { client, diagnostics } = await open(server.transport, { protocol });
  for (let at = 0; at < 1000; at += 1) {
    server.send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "debug", data: at } });
  }
  expect(await client.callTool("any")).toEqual({ content: [] });
  expect(diagnostics).toEqual([]);
});
