// Field report 92: valid notifications reached the error hook as "unsupported message type".
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const METHODS = ["tools/list_changed", "prompts/list_changed", "resources/list_changed", "com.example/own"];

test.each(ERAS)("they reach whoever asked, and nobody without a word else (%s)", async (protocol) => {
  const heard: unknown[] = [];
  const server = rawServer();
  const quiet = await open(server.transport, { protocol });
  const send = () => {
    for (const method of METHODS) server.send({ jsonrpc: "2.0", method, params: { a: 1 } });
  };
  send();
  const loud = await open(server.transport, { protocol, onNotification: (...args) => heard.push(args) });
  send();
  expect(heard).toEqual(METHODS.map((method) => [method, { a: 1 }]));
  expect([quiet.diagnostics, loud.diagnostics]).toEqual([[], []]);
});
