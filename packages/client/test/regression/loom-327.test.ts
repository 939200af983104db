// Field report 101: only -32601 led to the fallback; a server that says -32602 "initialize first" was lost.
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

test.each([-32_602, -32_600, -32_603, -32_000, -32_001, -32_002, 0, 1, 400, 2_147_483_647])(
  "error %i is no stateless server's",
  async (code) => {
    const server = rawServer({ methods: { "server/discover": () => fault(code, "initialize first") } });
    expect((await open(server.transport)).client.session.era).toBe("initialize");
  },
);
