// Field report 19: arcadeai-labs/mcpx#89.
import { expect, test } from "vitest";
import { open, puppet, rejection, runs } from "../support/open.ts";

test("closing while the opening request is out ends the child and rejects the request", async () => {
  const shutdown = { stdinGrace: 50, termGrace: 50 };
  const { connection, request, send } = await open(puppet({ env: { PUPPET_IGNORES: "eof,term" }, shutdown }));
  const { pid } = (await request("place")) as { pid: number };
  const opening = rejection(send("silence").response);
  await connection.close();
  expect(await opening).toMatchObject({ reason: { type: "closed" } });
  expect(runs(pid)).toBe(false);
});
