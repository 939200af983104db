import { type Inbound, type OpenContext, systemClock, type Transport, transportError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { faultyTransport, recordTransport } from "../../src/index.ts";

/** A transport that only hands out what it was opened with. */
function held(): { readonly transport: Transport; inbound: Inbound | undefined } {
  const made: ReturnType<typeof held> = {
    inbound: undefined,
    transport: {
      kind: "held",
      label: "held",
      async open(context) {
        made.inbound = context.inbound;
        return { send: () => ({ response: new Promise(() => undefined), cancel() {} }), async close() {} };
      },
    },
  };
  return made;
}

test.each([
  ["recordTransport", (inner: Transport) => recordTransport(inner)],
  ["faultyTransport", (inner: Transport) => faultyTransport(inner, {})],
])("%s passes on what becomes of the channel", async (_name, wrap) => {
  const inner = held();
  const told: unknown[] = [];
  const context: OpenContext = {
    clock: systemClock,
    diagnostics: { report: () => undefined },
    inbound: {
      notification: () => undefined,
      request: async () => undefined,
      channelLost: (error) => told.push(error),
      channelReopened: () => told.push("reopened"),
      closed: () => undefined,
    },
  };
  await wrap(inner.transport).open(context);
  const error = transportError("lost", { type: "stream_lost" });
  inner.inbound?.channelReopened?.();
  inner.inbound?.channelLost?.(error);
  expect(told).toEqual(["reopened", error]);
});
