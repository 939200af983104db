// Field report 89: a server invents progress tokens; clients logged an error for each.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("they are debug lines, and nothing fails (%s)", async (protocol) => {
  const server = rawServer();
  const { client, diagnostics } = await open(server.transport, { protocol });
  for (let token = 0; token < 157; token += 1) {
    server.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: `t${token}`, progress: 1 },
    });
  }
  await client.callTool("t");
  expect(diagnostics).toHaveLength(157);
  expect(diagnostics.every(({ level }) => level === "debug")).toBe(true);
});
