// Field report 85: the caller's abort did not reach the request.
import { expect, test } from "vitest";
import { ERAS, open, thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(ERAS)(
  "every call takes a signal, list helpers on their second page included (%s)",
  async (protocol) => {
    const server = rawServer({
      methods: {
        "tools/list": ({ params }) =>
          params?.["cursor"] === undefined ? { tools: [], nextCursor: "2" } : SILENT,
        "tools/call": () => SILENT,
      },
    });
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const failing = [thrown(client.callTool("t", {}, options)), thrown(client.listTools(options))];
    await server.arrived("tools/list", 2);
    controller.abort("stop");
    expect(await Promise.all(failing)).toEqual(["stop", "stop"]);
    await server.arrived("notifications/cancelled", 2);
  },
);
