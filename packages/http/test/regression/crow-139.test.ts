import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 56: a `tools/call` whose connection was lost after it was written was sent again, and ran twice.

test.each([false, true])(
  "it is never repeated (retry: %s), and the error says that the outcome is unknown",
  async (retry) => {
    const server = await fixture((_seen, response) => response.destroy());
    const client = await connected(http(server.url, { retry }), { protocol: "2026-07-28" });
    const failure = await failureOf(client.callTool("pay", {}));
    expect(failure).toMatchObject({
      reason: { type: "outcome_unknown", lost: { type: "connection_lost" } },
      sent: "maybe",
    });
    expect(failure.message).toMatch(/it may have run/);
    expect(server.seen).toHaveLength(1);
  },
);
