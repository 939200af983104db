import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { legacyServer, status } from "../support/legacy-server.ts";

// Field report 64: a DELETE answered 405 or 404 made `close` throw, and other refusals left it half done.

test.each([200, 404, 405, 500])("close completes when the DELETE is answered %i", async (code) => {
  const server = await legacyServer({ session: "s", delete: status(code) });
  const client = await connected(http(server.url));
  await client.close();
  expect(server.seen.at(-1)?.method).toBe("DELETE");
  await expect.poll(() => server.sockets.size).toBe(0);
});
