// anomalyco/opencode#49439: the lock covers reading and writing, but not the refresh between.

import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("the refresh itself runs under the lock", async () => {
  const memory = memoryStore();
  let held = false;
  const store = {
    ...memory,
    withLock: ((key, run, options) =>
      memory.withLock(
        key,
        async (signal) => {
          held = true;
          const result = await run(signal);
          held = false;
          return result;
        },
        options,
      )) as typeof memory.withLock,
  };
  const world = new World();
  const { call } = await signedIn({ store }, world);
  world.expireAll();
  world.routes.set("POST https://as.example.com/token", ({ body }) => {
    expect(held).toBe(true);
    world.routes.clear();
    return world.send("https://as.example.com/token", { method: "POST", body });
  });
  expect((await call()).status).toBe(200);
  expect((await setup({ store }, world).call()).status).toBe(200);
});
