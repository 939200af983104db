import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json } from "../support/fixture.ts";

// Statement 8: a 202 for a request, or a JSON body with another id, rejects at once.

const limits = { protocol: "2026-07-28", timeout: 0 } as const;

for (const { name, options } of EXCHANGES) {
  test(`202 (${name})`, async () => {
    const server = await fixture((_seen, response) => response.writeHead(202).end());
    const client = await connected(http(server.url, options), limits);
    expect((await failureOf(client.listTools())).reason).toEqual({ type: "no_answer", status: 202 });
  });

  test.each([999, "", "1.0", " 1", true, null])(`an answer with the id %j (${name})`, async (id) => {
    const server = await fixture((_seen, response) =>
      json(response, JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [] } })),
    );
    const client = await connected(http(server.url, options), limits);
    expect(await failureOf(client.listTools())).toMatchObject({
      kind: "protocol",
      reason: { type: "invalid_message" },
    });
  });
}
