// Field report 93: a notification that was not awaited, to a peer that was closed already, ended the process.
import { manualClock } from "@snodo/testing";
import { afterEach, expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on("unhandledRejection", note);
afterEach(() => {
  process.off("unhandledRejection", note);
});

test.each(ERAS)("what the library sends by itself is always observed (%s)", async (protocol) => {
  const server = rawServer({
    methods: { "tools/call": () => SILENT },
    adapt: (connection) => Object.assign(connection, { notify: () => Promise.reject(new Error("closed")) }),
  });
  const connecting = open(server.transport, { protocol });
  if (protocol === "2025-11-25") {
    await expect(connecting).rejects.toThrow("closed");
  } else {
    const { client } = await connecting;
    void client.callTool("t").catch(() => undefined);
    await server.arrived("tools/call");
    server.end();
    await client.close();
  }
  await manualClock().flush();
  expect(unhandled).toEqual([]);
});
