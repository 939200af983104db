// Statement 1: with default options, connecting to a server of both eras yields 2026-07-28.
import { memoryTransport, testServer } from "@snodo/testing";
import { serveHttp, stdioChild } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { dial, open } from "../support/clients.ts";
import { http, stdio } from "../support/siblings.ts";

test("over a pipe, in process, over stdio and over HTTP", async () => {
  const host = await serveHttp(testServer());
  onTestFinished(() => host.close());
  const clients = [
    await open(memoryTransport(testServer())),
    await dial(testServer(), "direct"),
    await open(stdio(stdioChild(new URL("../real/everything.mjs", import.meta.url)))),
    await open(http(host.url)),
  ];
  expect(clients.map(({ client }) => client.session.protocolVersion)).toEqual(Array(4).fill("2026-07-28"));
});
