// Field report 94: a ping that could not be sent was only logged, and `ping()` blocked.
import { transportError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("it rejects", async () => {
  const lost = transportError("POST failed", { type: "unreachable" });
  const server = rawServer({
    adapt: (connection) => {
      const send = connection.send.bind(connection);
      return Object.assign(connection, {
        send: (...args: Parameters<typeof send>) =>
          args[0].method === "ping"
            ? { response: Promise.reject(lost), cancel: () => undefined }
            : send(...args),
      });
    },
  });
  const { client } = await open(server.transport, { protocol: "2025-11-25" });
  expect(await failure(client.ping())).toBe(lost);
});
