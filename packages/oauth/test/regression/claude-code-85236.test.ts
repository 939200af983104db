// anthropics/claude-code#85236: a second session replays a rotated token, and the server revokes the family.

import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";

test("a second session with the same store reads before it refreshes", async () => {
  const store = memoryStore();
  const first = await signedIn({ store });
  const second = setup({ store }, first.world);
  await second.call();
  first.world.expireAll();
  await first.call();
  expect((await second.call()).status).toBe(200);
  expect(first.world.reuses).toBe(0);
});
