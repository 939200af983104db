// Statement 4: after the token changes, a `private` cached read is fetched again.
import type { TokenProvider } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { open } from "../support/clients.ts";
import { http, responseCache } from "../support/siblings.ts";

test("the body of one user is never served to the next", async () => {
  const server = testServer({
    resources: { "file:///mail": { read: (_uri, context) => `mail of ${String(context.auth)}` } },
    cache: { ttlMs: 60_000, cacheScope: "private" },
  });
  const host = await serveHttp(server, {
    authenticate: (request) => ({
      auth: request.headers.get("authorization")?.replace("Bearer token-of-", ""),
    }),
  });
  onTestFinished(() => host.close());
  let user = "alice";
  const tokenProvider: TokenProvider = { token: () => `token-of-${user}`, refresh: async () => undefined };
  const { client } = await open(http(host.url, { tokenProvider }), { cache: responseCache() });
  const read = async () => ((await client.readResource("file:///mail")).contents[0] as { text: string }).text;
  expect([await read(), await read()]).toEqual(["mail of alice", "mail of alice"]);
  user = "bob";
  expect([await read(), await read()]).toEqual(["mail of bob", "mail of bob"]);
  user = "alice";
  expect(await read()).toBe("mail of alice");
  expect(
    server.received.filter((message) => "method" in message && message.method === "resources/read"),
  ).toHaveLength(2);
});
