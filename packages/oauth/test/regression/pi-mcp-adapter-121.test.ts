// nicobailon/pi-mcp-adapter#121, NousResearch/hermes-agent#107059, mcp-remote#68: reconnects in the background open tab after tab, even where a refresh would do.
import { expect, test } from "vitest";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";

test("what runs in the background refreshes, and opens nothing", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  expect((await call({ method: "GET", interactive: false })).status).toBeLessThan(500);
  expect(world.visits).toHaveLength(1);
});

test("without a token it fails, as often as it is tried", async () => {
  const { world, call } = setup();
  for (const _ of [1, 2, 3]) {
    expect(await failure(call({ interactive: false }))).toMatchObject({
      reason: { problem: "interaction_required" },
    });
  }
  expect(world.visits).toHaveLength(0);
});

test("a user is asked once, however many requests need it", async () => {
  const { world, call } = setup();
  await Promise.all(Array.from({ length: 10 }, () => call()));
  expect(world.visits).toHaveLength(1);
});
