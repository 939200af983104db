// Field report 100: a legacy stdio server exits on the probe; the fallback ran on a dead pipe.
import { transportError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test("it is started again and greeted, and the era is remembered", async () => {
  const exit = { type: "process_exit", exitCode: 1, signal: null, stderrTail: "unexpected method" } as const;
  const server = rawServer({
    methods: {
      "server/discover": (_request, self) => {
        self.end(transportError("it exited", exit, { sent: "maybe" }));
        return SILENT;
      },
    },
  });
  const first = await open(server.transport);
  expect(await first.client.callTool("t")).toEqual({ content: [] });
  await open(server.transport);
  expect([server.opened, server.requests("server/discover").length]).toEqual([3, 1]);
});
