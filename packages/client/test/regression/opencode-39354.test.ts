// Field report 102: the probe answered by -32700 with `id: null` ran into the timeout.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

test("it counts as the initialize era at once", async () => {
  const clock = manualClock();
  const server = rawServer({
    methods: {
      "server/discover": (_request, self) => {
        self.refuse(null, -32_700, "Parse error");
        return SILENT;
      },
    },
  });
  const { client } = await open(server.transport, { clock });
  expect(client.session.era).toBe("initialize");
  expect(clock.now()).toBe(0);
});
