// punkpeye/mcp-remote#235: one verifier for each server; a second instance overwrites it, and PKCE fails.

import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("two sign-ins at once have a verifier each", async () => {
  const world = new World();
  const store = memoryStore();
  const make = () =>
    setup({ store, redirectUri: "https://app.example.com/cb", server: world.server }, world).provider;
  const [first, second] = [await make().begin(), await make().begin()];
  await make().complete(await world.visit(first.url));
  await make().complete(await world.visit(second.url));
  const verifiers = world.tokenRequests.map(({ form }) => form.get("code_verifier"));
  expect(new Set(verifiers).size).toBe(2);
});
