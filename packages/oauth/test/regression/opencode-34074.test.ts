// anomalyco/opencode#34074: parallel calls each refresh one rotating token, and the losers lose the session.
import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";

test("parallel calls refresh a rotating token once", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  await Promise.all(Array.from({ length: 8 }, () => call()));
  expect(world.reuses).toBe(0);
  expect(world.refresh.size).toBe(1);
});
