// Field report 138: vercel/ai#16596 (#16541); and 137: anomalyco/opencode#47963.
import { expect, test } from "vitest";
import { open, puppet, rejection } from "../support/open.ts";
import { uncaughtDuring } from "../support/raw.ts";

test("nothing that the library starts by itself rejects unhandled, whichever way it ends", async () => {
  const uncaught = await uncaughtDuring(async () => {
    await rejection(open({ command: "no-such-server" }));
    await rejection(open(puppet(), { signal: AbortSignal.abort(new Error("no")) }));
    const lost = await open(puppet({ shutdown: { termGrace: 20 } }));
    await lost.request("grandchild", { shares: true, ignores: "term" });
    await rejection(lost.request("exit", { code: 0 }));
    await lost.connection.close();
    const closed = await open(puppet());
    const silent = rejection(closed.request("silence"));
    await closed.connection.close();
    await silent;
  });
  expect(uncaught).toEqual([]);
});
