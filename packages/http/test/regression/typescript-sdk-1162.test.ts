import type { Clock } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 144: timers for reconnects kept a process alive, or never fired where it was frozen.

test("the timers of streams are the clock's, hold the process only for a call that waits, and are cleared on close", async () => {
  const time = manualClock();
  const background: (boolean | undefined)[] = [];
  const clock: Clock = {
    now: () => time.now(),
    clearTimeout: (handle) => time.clearTimeout(handle),
    setTimeout: (run, milliseconds, quiet) => {
      background.push(quiet);
      return time.setTimeout(run, milliseconds);
    },
  };
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") response.writeHead(503).end();
    else stream(response).end(event("", { id: "1" }));
  });
  const peer = await Dialled.dial(http(server.url, { idleTimeout: 60_000 }), {
    revision: "2025-11-25",
    clock,
  });
  peer.connection.openChannel?.(peer.routing);
  peer.call("x");
  await expect.poll(() => time.pending).toBe(2);
  await peer.connection.close();
  expect(time.pending).toBe(0);
  // The standalone stream is nobody's call; the one that is resumed is.
  expect(background.filter((quiet) => quiet !== true)).toHaveLength(1);
});
