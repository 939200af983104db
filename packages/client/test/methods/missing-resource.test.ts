import { expect, test } from "vitest";
import { failure, open } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

// @req rule.40
test.each([
  ["-32602, of 2026-07-28", -32602, "2026-07-28"],
  ["-32002, of before", -32002, "2025-11-25"],
  ["-32002, from a server that kept it", -32002, "2026-07-28"],
] as const)(
  "a missing resource is the server's error, with its code and data: %s",
  async (_what, code, protocol) => {
    const data = { uri: "file:///gone" };
    const server = rawServer({
      methods: {
        "resources/read": () => fault(code, "Resource not found", data),
      },
    });
    const { client } = await open(server.transport, { protocol });
    expect(await failure(client.readResource(data.uri))).toMatchObject({
      kind: "server",
      code,
      message: "Resource not found",
      data,
    });
  },
);
