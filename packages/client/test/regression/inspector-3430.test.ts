// Field report 110: hostile keys in `inputRequests`.
import type { JsonObject } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { ASK, answering, DONE, inputRequired, roundServer } from "../support/rounds.ts";

test("the answers have exactly these own keys, and replace those of the round before", async () => {
  const form = JSON.stringify(ASK.form);
  const hostile = JSON.parse(`{"__proto__":${form},"constructor":${form},"prototype":${form}}`) as JsonObject;
  const server = roundServer(inputRequired(hostile), inputRequired({ last: ASK.form }), DONE);
  const { client } = await open(server.transport, { inputHandlers: answering().handlers });
  await client.callTool("t");
  const [, second, third] = server.requests("tools/call").map(({ params }) => params["inputResponses"]);
  expect(Object.keys(second as object).sort()).toEqual(["__proto__", "constructor", "prototype"]);
  expect(Object.keys(third as object)).toEqual(["last"]);
  expect(({} as { action?: unknown }).action).toBeUndefined();
});
