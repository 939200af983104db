import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, stream } from "../support/fixture.ts";

// Statement 16: JSON, event and error bodies over a limit are refused early, with a typed error and bounded memory.

const MEBIBYTE = 1024 * 1024;

/** Writes as long as it is let. */
async function flood(response: import("node:http").ServerResponse, chunk: string): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(chunk))
      await new Promise((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
  }
}

for (const { name, options } of EXCHANGES) {
  test.each([
    ["a JSON body", 200, "application/json"],
    ["an event", 200, "text/event-stream"],
    ["an error body", 500, "application/json"],
  ])(`%s without end (${name})`, async (_name, status, type) => {
    const server = await fixture(async (_seen, response) => {
      response.writeHead(status, { "content-type": type });
      response.write(type === "text/event-stream" ? "data: " : "[");
      await flood(response, " ".repeat(65_536));
    });
    const client = await connected(http(server.url, { ...options, maxResponseBytes: MEBIBYTE }), {
      protocol: "2026-07-28",
    });
    const failure = await failureOf(client.listTools());
    expect(failure.reason).toEqual({ type: "max_response_bytes", limit: MEBIBYTE });
    await server.seen[0]?.closed;
  });
}

test("the default is 16 MiB", async () => {
  const server = await fixture(async (_seen, response) => {
    stream(response).write("data: ");
    await flood(response, "x".repeat(1_000_000));
  });
  const client = await connected(http(server.url), { protocol: "2026-07-28" });
  expect((await failureOf(client.listTools())).reason).toEqual({
    type: "max_response_bytes",
    limit: 16 * MEBIBYTE,
  });
});
