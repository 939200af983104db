// @req rule.04, rule.24, rule.25
import { META, own } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { error, fixture, json, result } from "../support/fixture.ts";
import { greet } from "../support/legacy-server.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("the version header says what the body says, on every POST", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method === "server/discover")
        json(response, result(seen, { supportedVersions: ["2026-07-28"], capabilities: {} }));
      else json(response, result(seen, { tools: [], content: [] }));
    });
    const client = await connected(http(server.url, options));
    await client.listTools();
    await client.callTool("x", {});
    await client.request("custom/method", {});
    expect(server.seen).toHaveLength(4);
    for (const { headers, message } of server.seen) {
      const meta = message.params?.["_meta"] as { readonly [key: string]: unknown };
      expect(headers["mcp-protocol-version"]).toBe(own(meta, META.protocolVersion));
      expect(headers["mcp-method"]).toBe(message.method);
    }
  });

  test("a 400 whose body names versions is the word of a stateless server", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method !== "server/discover") json(response, result(seen, { tools: [] }));
      else {
        const failure = {
          code: -32022,
          message: "unsupported",
          data: { supported: ["2026-07-28"], requested: "x" },
        };
        json(response, JSON.stringify({ jsonrpc: "2.0", id: seen.message.id, error: failure }), 400);
      }
    });
    const client = await connected(http(server.url, options));
    expect(client.session.protocolVersion).toBe("2026-07-28");
    expect(server.seen.map(({ message }) => message.method)).not.toContain("initialize");
  });

  test("any other 400 is not", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.method === "server/discover") json(response, error(seen, -32000, "Bad Request"), 400);
      else if (seen.message.method === "initialize") greet(seen, response);
      else response.writeHead(202).end();
    });
    const client = await connected(http(server.url, options));
    expect(client.session.protocolVersion).toBe("2025-11-25");
  });

  test("404 with -32601 on a stateless connection is a method the server lacks", async () => {
    const server = await fixture((seen, response) =>
      json(response, error(seen, -32601, "Method not found"), 404),
    );
    const client = await connected(http(server.url, options), { protocol: "2026-07-28" });
    expect(await failureOf(client.request("custom/method", {}))).toMatchObject({
      kind: "server",
      code: -32601,
    });
  });

  test.each([401, 403, 429])("%i is an error, and nothing else is tried", async (status) => {
    const server = await fixture((_seen, response) =>
      response.writeHead(status, { "retry-after": "3" }).end(),
    );
    const failure = await failureOf(connected(http(server.url, options)));
    expect(failure.reason).toMatchObject({ status });
    expect(server.seen).toHaveLength(1);
  });

  test("a connection that breaks is an error, and nothing else is tried", async () => {
    const server = await fixture((_seen, response) => response.destroy());
    const failure = await failureOf(connected(http(server.url, options)));
    expect(failure.reason).toEqual({ type: "connection_lost", host: new URL(server.url).host });
    expect(failure.message).toMatch(
      /^server\/discover on .+ failed: the connection was lost before the answer/,
    );
    expect(server.seen).toHaveLength(1);
  });

  test("429 says how long to wait, also with an error in its body that names no request", async () => {
    const server = await fixture((seen, response) =>
      json(response, error(seen, -32000, "Too many", null), 429, { "retry-after": "3" }),
    );
    const failure = await failureOf(connected(http(server.url, options)));
    expect(failure.reason).toMatchObject({ type: "http_status", status: 429, retryAfter: 3000 });
    expect(server.seen).toHaveLength(1);
  });
});
