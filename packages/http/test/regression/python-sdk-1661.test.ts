import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 42: a request answered 202 or 204 without a body was swallowed.

test.each([
  ["2026-07-28", 202],
  ["2026-07-28", 204],
  ["2025-11-25", 202],
  ["2025-11-25", 204],
] as const)(
  "%s: %i to a request rejects it, when there is no stream to answer on",
  async (revision, status) => {
    const server = await fixture((_seen, response) => response.writeHead(status).end());
    const peer = await Dialled.dial(http(server.url), { revision });
    expect((await failureOf(peer.call("x").response)).reason).toEqual({ type: "no_answer", status });
  },
);
