// Field report 104: the probe without a session got 400 / -32000; the client kept probing and disabled the server.
import { transportError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

test.each([
  ["an error answer", () => fault(-32_000, "Bad Request: No valid session ID provided")],
  [
    "a bare status",
    (_request: unknown, self: ReturnType<typeof rawServer>) => {
      self.end(
        transportError("400", { type: "http_status", status: 400, body: "no session" }, { sent: "yes" }),
      );
      return SILENT;
    },
  ],
])("it falls back once and keeps to it: %s", async (_name, discover) => {
  const server = rawServer({ methods: { "server/discover": discover } });
  for (let times = 0; times < 3; times += 1) await open(server.transport);
  expect(server.requests("server/discover")).toHaveLength(1);
  expect(server.requests("initialize")).toHaveLength(3);
});
