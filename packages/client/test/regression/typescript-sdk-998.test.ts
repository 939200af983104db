// Field report 83: giving up `initialize` sent `notifications/cancelled`, which is forbidden.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, INITIALIZE_REVISIONS, thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test.each(INITIALIZE_REVISIONS)(
  "nothing is sent, whether time runs out or the caller aborts (%s)",
  async (protocol) => {
    const clock = manualClock();
    const server = rawServer({ methods: { initialize: () => SILENT } });
    const late = failure(connect(server.transport, { protocol, clock, timeout: 100 }));
    await server.arrived("initialize");
    await clock.advance(100);
    await late;
    const controller = new AbortController();
    const aborted = thrown(connect(server.transport, { protocol, clock, signal: controller.signal }));
    await server.arrived("initialize", 2);
    controller.abort();
    await aborted;
    expect(server.received.map((message) => "method" in message && message.method)).toEqual([
      "initialize",
      "initialize",
    ]);
    expect(server.closed).toBe(2);
  },
);
