// Field report 81: a notification before the answer of `initialize` aborted the handshake.
import { expect, test } from "vitest";
import { INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(INITIALIZE_REVISIONS)(
  "it is delivered, a ping is answered, and the handshake goes on (%s)",
  async (protocol) => {
    const heard: unknown[] = [];
    const server = rawServer({
      methods: {
        initialize: ({ id, params }, self) => {
          self.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
          self.send({
            jsonrpc: "2.0",
            method: "notifications/message",
            params: { level: "info", data: "up" },
          });
          self.send({ jsonrpc: "2.0", id: "p", method: "ping" });
          void self
            .arrivedAnswer("p")
            .then(() => self.reply(id, { protocolVersion: params?.["protocolVersion"], capabilities: {} }));
          return SILENT;
        },
      },
    });
    const { client } = await open(server.transport, {
      protocol,
      onLog: ({ data }) => heard.push(data),
      onNotification: (method) => heard.push(method),
    });
    expect(client.session.protocolVersion).toBe(protocol);
    expect(heard).toEqual(["notifications/tools/list_changed", "up"]);
  },
);
