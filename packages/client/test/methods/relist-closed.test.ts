import { expect, test } from "vitest";
import { failure, open } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

test("a client that is closed while a refused tool is looked up says so, and not what the server refused", async () => {
  const server = rawServer({
    methods: { "tools/call": () => fault(-32_020, "header mismatch"), "tools/list": () => SILENT },
    adapt: (connection) => Object.assign(connection, { mirrorsHeaders: true }),
  });
  const { client, codes } = await open(server.transport, { protocol: "2026-07-28" });
  const failing = failure(client.callTool("search", { region: "eu" }));
  await server.arrived("tools/list");
  await client.close();
  const error = await failing;
  expect(error).toMatchObject({ kind: "transport", code: -32_000, reason: { type: "closed" }, sent: "yes" });
  expect(error.message).toBe(
    'tools/call "search" on raw-server was given up while its headers were looked up: tools/list on raw-server was given up: the client was closed',
  );
  expect(codes()).toEqual([]);
});
