import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 39: a POST answered with a stream that ended before the answer, without an event id, waited for its
// timeout.

test.each(["2026-07-28", "2025-11-25"] as const)(
  "the end of the stream rejects every request of it (%s)",
  async (revision) => {
    const server = await fixture((_seen, response) =>
      stream(response).end(event('{"jsonrpc":"2.0","method":"notifications/message","params":{}}')),
    );
    const peer = await Dialled.dial(http(server.url), { revision });
    const failures = await Promise.all(
      [peer.call("x"), peer.call("y")].map(({ response }) => failureOf(response)),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: -32000, reason: { type: "stream_ended" } });
      expect(failure.message).toMatch(/the server ended the stream without the answer/);
    }
  },
);
