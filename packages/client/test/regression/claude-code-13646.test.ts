// Field report 97: `list_changed` was ignored when the server had not declared `listChanged`.
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("it is honoured anyway", async () => {
  const server = rawServer({
    methods: {
      initialize: ({ params }) => ({
        protocolVersion: params?.["protocolVersion"],
        capabilities: { tools: {} },
      }),
    },
  });
  const { client } = await open(server.transport, { protocol: "2025-11-25" });
  const subscription = await client.listen({ toolsListChanged: true });
  server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  expect(await subscription.next()).toMatchObject({ value: { method: "notifications/tools/list_changed" } });
});
