// Field report 76: a ping answered with `[]`, the empty array of PHP, counted as a failure.
import { expect, test } from "vitest";
import { INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(INITIALIZE_REVISIONS)("any result means alive (%s)", async (protocol) => {
  const { client } = await open(rawServer({ methods: { ping: () => [] } }).transport, { protocol });
  expect(await client.ping()).toEqual([]);
});
