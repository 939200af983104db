// Field report 145: anomalyco/opencode#29190, #25287.
import { expect, test } from "vitest";
import { open, puppet, rejection } from "../support/open.ts";

test("a server that dies while nothing is in flight is told at once, and the next call says why", async () => {
  const { request, send, closed, endings, connection } = await open(puppet());
  const { pid } = (await request("place")) as { pid: number };
  process.kill(pid, "SIGKILL");
  expect((await closed).reason).toMatchObject({ type: "process_exit", signal: "SIGKILL" });
  const error = await rejection(send("echo").response);
  expect(error).toMatchObject({ sent: "no", reason: { type: "process_exit", signal: "SIGKILL" } });
  await connection.close();
  expect(endings).toHaveLength(1);
});
