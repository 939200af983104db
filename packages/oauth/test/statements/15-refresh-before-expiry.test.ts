import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";

test("statement 15: a token with a known expires_in is refreshed before it expires, without a 401", async () => {
  const { world, time, call } = await signedIn();
  time.advance(3_600_000 - 5_000);
  const before = world.seen.length;
  expect(await call()).toEqual({ status: 200, sent: 1 });
  expect(world.seen.slice(before).map(({ url }) => url.pathname)).toEqual(["/token", "/mcp"]);
});
