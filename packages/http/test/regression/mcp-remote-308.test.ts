import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, type Handler } from "../support/fixture.ts";

// Field report 31: a POST that failed was only logged, and its caller waited for half an hour.

const FAILURES: readonly (readonly [string, Handler])[] = [
  ["404", (_seen, response) => response.writeHead(404).end()],
  ["500", (_seen, response) => response.writeHead(500).end()],
  ["a reset", (_seen, response) => response.destroy()],
];

test.each(FAILURES)("%s settles the request", async (_name, handler) => {
  const server = await fixture(handler);
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  expect(await failureOf(peer.call("x").response)).toMatchObject({ kind: "transport" });
  await expect(peer.notify("notifications/x")).rejects.toMatchObject({ kind: "transport" });
});
