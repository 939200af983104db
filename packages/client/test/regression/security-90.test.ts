// Field report 129: plain objects used as maps for names from outside.
import type { JsonObject } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { dial, failure, MATRIX } from "../support/clients.ts";

const HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

test.each(MATRIX)("hostile names are names (%s over %s)", async (protocol, over) => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const tools = Object.fromEntries(HOSTILE.map((name) => [name, { handler: () => name }]));
  const server = testServer({ tools, prompts: Object.fromEntries(HOSTILE.map((name) => [name, {}])) });
  const { client } = await dial(server, over, { protocol });
  expect((await client.listTools()).map(({ name }) => name).sort()).toEqual([...HOSTILE].sort());
  expect((await client.listPrompts()).map(({ name }) => name).sort()).toEqual([...HOSTILE].sort());
  for (const name of HOSTILE) {
    const args = JSON.parse(`{"${name}":{"polluted":true}}`) as JsonObject;
    expect(await client.callTool(name, args)).toMatchObject({ content: [{ text: name }] });
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("a name that is only inherited is unknown", async () => {
  const { client } = await dial(testServer({ tools: {} }), "pipe");
  expect((await failure(client.callTool("toString"))).message).toBe("Unknown tool: toString");
});
