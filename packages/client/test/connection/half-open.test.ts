// What fails after the version was settled must not leave the connection open.
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { ERAS, recorder, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("%s: a cache that refuses to be joined fails `connect`", async (protocol) => {
  const server = rawServer();
  const boom = new Error("no cache today");
  const cache = {
    attach: () => {
      throw boom;
    },
  };
  const { options } = recorder();
  expect(await thrown(connect(server.transport, { ...options, protocol, cache }))).toBe(boom);
  expect([server.opened, server.closed]).toEqual([1, 1]);
});
