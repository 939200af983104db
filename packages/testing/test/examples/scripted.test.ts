import { expect, test } from "vitest";
import { connect } from "../../../client/dist/index.js";
import { scripted } from "../../src/index.ts";

test("my host survives a server that dies in the middle of a call", async () => {
  const script = scripted(async (server) => {
    await server.greet("2025-06-18");
    const call = await server.expect("tools/call", { name: "search", arguments: { query: "json" } });
    call.notify("notifications/progress", { progress: 1 });
    server.disconnect();
  });
  const client = await connect(script.transport);
  await expect(client.callTool("search", { query: "json" })).rejects.toMatchObject({ sent: "maybe" });
  await script.done;
  await client.close();
});
