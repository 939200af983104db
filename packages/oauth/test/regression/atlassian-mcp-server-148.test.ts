// atlassian/atlassian-mcp-server#148: the issuer differs by host or path, and strict clients cannot connect.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

const stated = "https://auth.atlassian.example.com/x";

test("it fails with an error that says how to pin the value", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, issuer: stated };
  await expect(setup({}, world).call()).rejects.toThrow(
    'set issuers["https://as.example.com/"].metadataIssuer',
  );
});

test("the pinned value is accepted, and no other", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, issuer: stated };
  const flow = world.flow((params) => params.set("iss", stated));
  const issuers = { "https://as.example.com": { metadataIssuer: stated } };
  expect((await setup({ flow, issuers }, world).call()).status).toBe(200);
  world.metadata = { ...world.metadata, issuer: "https://evil.example.com" };
  await expect(setup({ flow, issuers }, world).call()).rejects.toThrow("states the issuer");
});
