// expo/expo#49053, anomalyco/opencode#50036, NousResearch/hermes-agent#95508: the issuer has the slash, the identifier has not.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("an issuer with a slash is accepted, and is what iss is compared with", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, issuer: `${world.issuer}/` };
  const flow = world.flow((params) => params.set("iss", `${world.issuer}/`));
  expect((await setup({ flow }, world).call()).status).toBe(200);
  await expect(setup({ flow: world.flow() }, world).call()).rejects.toThrow(
    "the answer is from another server",
  );
});

test("no more than one slash is overlooked", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, issuer: `${world.issuer}//` };
  await expect(setup({}, world).call()).rejects.toThrow("states the issuer");
});

test("neither for an issuer with a path", async () => {
  const world = new World("https://mcp.example.com/mcp", "https://as.example.com/tenant");
  world.metadata = { ...world.metadata, issuer: `${world.issuer}/` };
  const flow = world.flow((params) => params.set("iss", `${world.issuer}/`));
  expect((await setup({ flow }, world).call()).status).toBe(200);
});
