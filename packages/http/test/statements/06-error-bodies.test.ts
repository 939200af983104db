import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { error, fixture, json } from "../support/fixture.ts";

// Statement 6: HTTP 404 with a JSON-RPC -32601 body rejects with the protocol error, as over stdio; so do
// 403, 409, 422, 429 and 5xx with a matching id.

for (const { name, options } of EXCHANGES) {
  test.each([400, 403, 404, 409, 422, 429, 500, 502, 503])(
    `%i with our id is the server's error (${name})`,
    async (status) => {
      const server = await fixture((seen, response) =>
        json(response, error(seen, -32601, "Method not found"), status),
      );
      const client = await connected(http(server.url, options), { protocol: "2026-07-28" });
      const failure = await failureOf(client.request("custom/method", {}));
      expect(failure).toMatchObject({
        kind: "server",
        code: -32601,
        message: "Method not found",
        sent: "yes",
      });
    },
  );
}
