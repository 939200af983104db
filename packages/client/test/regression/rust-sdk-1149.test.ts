// Field report 99: a legacy server stays silent on `server/discover`; clients waited for ever.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test("after the probe's time `initialize` is sent", async () => {
  const clock = manualClock();
  const server = rawServer({ methods: { "server/discover": () => SILENT } });
  const opening = open(server.transport, { clock });
  await server.arrived("server/discover");
  await clock.advance(10_000);
  expect((await opening).client.session.era).toBe("initialize");
});
