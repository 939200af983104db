// Reporting must not break what it reports on.
import type { Diagnostics } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each<[string, Diagnostics["report"]]>([
  [
    "throws",
    () => {
      throw new Error("no log");
    },
  ],
  ["rejects", (() => Promise.reject(new Error("no log"))) as Diagnostics["report"]],
])("a report that %s harms nobody", async (_how, report) => {
  const server = rawServer({ methods: { "tools/list": () => ({ tools: [{ name: 1 }] }) } });
  const { client } = await open(server.transport, { diagnostics: { report } });
  expect(await client.listTools()).toEqual([]);
});
