import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";

test("statement 14: ten parallel 401s cause exactly one refresh", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => call()));
  expect(outcomes).toEqual(Array.from({ length: 10 }, () => ({ status: 200, sent: 2 })));
  expect(world.tokenRequests.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(
    1,
  );
});
