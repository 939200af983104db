import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("says who issued the token, to whom, for what and for how long, and nothing of the token", async () => {
  const { world, provider, time } = await signedIn();
  const status = await provider.status();
  expect(status).toEqual({
    issuer: world.issuer,
    clientId: [...world.clients.keys()][0],
    scopes: expect.any(Array),
    expiresAt: time.now() + 3_600_000,
    renewable: true,
  });
});

test("is undefined before a sign-in and after a sign-out", async () => {
  const world = new World();
  const { provider } = setup({ server: world.server }, world);
  expect(await provider.status()).toBeUndefined();
  await provider.signIn();
  expect(await provider.status()).toBeDefined();
  await provider.signOut();
  expect(await provider.status()).toBeUndefined();
});

test("is read out of the store by a later process, and nothing is sent for it", async () => {
  const store = memoryStore();
  const { world } = await signedIn({ store });
  const sent = world.seen.length;
  const later = setup({ store, server: world.server, interaction: "never" }, world);
  expect(await later.provider.status()).toMatchObject({ issuer: world.issuer });
  expect(world.seen).toHaveLength(sent);
});
