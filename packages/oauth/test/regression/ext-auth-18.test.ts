// modelcontextprotocol/ext-auth#18, anomalyco/opencode#36386: there is no way to sign in over SSH.

import { expect, test } from "vitest";
import { pasteFlow } from "../../src/node/index.ts";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("the address the user ends on can be pasted", async () => {
  const world = new World();
  const flow = pasteFlow({ prompt: async (url) => `http://127.0.0.1:1/callback?${await world.visit(url)}` });
  expect((await setup({ flow }, world).call()).status).toBe(200);
});
