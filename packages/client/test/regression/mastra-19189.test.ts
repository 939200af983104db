// Field report 90: a client that always advertised elicitation had no handler for it.
import { META } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each([
  [{}, {}],
  [{ form: () => ({ action: "decline" }) as const }, { elicitation: { form: {} } }],
])("what is advertised has a handler", async (inputHandlers, capabilities) => {
  const server = rawServer();
  await open(server.transport, { protocol: "2025-11-25", inputHandlers });
  expect(server.requests("initialize")[0]?.params["capabilities"]).toEqual(capabilities);
  const { client } = await open(server.transport, { protocol: "2026-07-28", inputHandlers });
  await client.callTool("t");
  expect(server.requests("tools/call")[0]?.params["_meta"]).toMatchObject({
    [META.clientCapabilities]: capabilities,
  });
});
