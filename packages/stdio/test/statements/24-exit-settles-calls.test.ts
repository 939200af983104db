// Statement 24: a server that exits rejects the calls in flight, even when a grandchild holds its stdout; the error
// carries exit code, signal and the last stderr lines; the end is always told.
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { open, puppet, rejection, runs } from "../support/open.ts";

test.each([
  [{ code: 3 }, { exitCode: 3, signal: null }],
  [{ signal: "SIGKILL" }, { exitCode: null, signal: "SIGKILL" }],
])("calls are rejected with the cause while a grandchild holds stdout: %j", async (how, expected) => {
  const { request, closed, endings, connection } = await open(puppet({ shutdown: { termGrace: 50 } }));
  const { pids } = (await request("grandchild", { shares: true, ignores: "term" })) as { pids: number[] };
  const silent = rejection(request("silence"));
  const exit = rejection(request("exit", { ...how, complains: "one\ntwo\n" }));
  for (const error of [await silent, await exit]) {
    expect(isMcpError(error, "process_exit") && error.reason).toMatchObject({
      ...expected,
      stderrTail: "one\ntwo\n",
    });
    expect(String(error)).toMatch(/Its stderr ended with: one two/);
  }
  expect((await closed).reason).toMatchObject(expected);
  await connection.close();
  expect(endings).toHaveLength(1);
  expect(pids.filter(runs)).toEqual([]);
});
