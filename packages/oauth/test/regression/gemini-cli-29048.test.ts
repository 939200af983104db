// google-gemini/gemini-cli#29048: any failed refresh, even offline, deletes the credentials.

import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { signedIn } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";

test("a refresh that fails offline deletes nothing", async () => {
  const store = memoryStore();
  const { world, call } = await signedIn({ store });
  world.expireAll();
  world.routes.set("POST https://as.example.com/token", () => Promise.reject(new TypeError("fetch failed")));
  await failure(call());
  world.routes.clear();
  expect(await call()).toEqual({ status: 200, sent: 2 });
  expect(world.visits).toHaveLength(1);
});
