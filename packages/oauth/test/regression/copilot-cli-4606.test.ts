// github/copilot-cli#4606, agentconnect-md/agentconnect#2133: the resource names https://accounts.google.com/, the issuer has no slash.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("an identifier with a slash and an issuer without one are the same", async () => {
  const world = new World();
  world.resource = { resource: world.server, authorization_servers: [`${world.issuer}/`] };
  expect((await setup({}, world).call()).status).toBe(200);
});
