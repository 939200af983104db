// google-gemini/gemini-cli#29117 (review): a missing iss is accepted although the server promises one.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("a server that promises iss and sends none is refused", async () => {
  const world = new World();
  const flow = world.flow((params) => params.delete("iss"));
  await expect(setup({ flow }, world).call()).rejects.toThrow("the answer is from an unnamed server than");
  expect(world.tokenRequests).toHaveLength(0);
});
