// A read that waits for credentials, which may take as long as a user does, settles with the client.
import { expect, test } from "vitest";
import { failure, gate, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { responseCache } from "../support/siblings.ts";

const HINT = { ttlMs: 60_000, cacheScope: "private" };

function guarded(credentials: () => Promise<string>) {
  return rawServer({
    methods: { "tools/list": () => ({ ...HINT, tools: [] }) },
    adapt: (connection) => Object.assign(connection, { cacheScope: { endpoint: "raw", credentials } }),
  });
}

test("before the request is sent", async () => {
  const server = guarded(() => new Promise(() => undefined));
  const { client } = await open(server.transport, { protocol: "2026-07-28", cache: responseCache() });
  const reads = [failure(client.listTools()), failure(client.listTools())];
  await client.close();
  for (const error of await Promise.all(reads))
    expect(error).toMatchObject({ reason: { type: "closed" }, sent: "no" });
  expect(server.requests("tools/list")).toEqual([]);
});

test("after the answer, which is there to be handed out", async () => {
  let asked = 0;
  const second = gate();
  const server = guarded(() => {
    asked += 1;
    if (asked === 1) return Promise.resolve("me");
    second.open();
    return new Promise(() => undefined);
  });
  const { client } = await open(server.transport, { protocol: "2026-07-28", cache: responseCache() });
  const read = client.listTools();
  await second.opened;
  await client.close();
  expect(await read).toEqual([]);
});
