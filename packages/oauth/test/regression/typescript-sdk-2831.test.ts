// modelcontextprotocol/typescript-sdk#832, #2831, vercel/ai#18674: Entra and Cognito list no code challenge methods.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const silent = () => {
  const world = new World();
  const { code_challenge_methods_supported: _, ...metadata } = world.metadata;
  world.metadata = metadata;
  return world;
};

test("a server that says nothing of PKCE is refused, and the error names the switch", async () => {
  const world = silent();
  const error = await failure(setup({}, world).call());
  expect(error.message).toBe(
    "Cannot sign in to https://mcp.example.com/mcp: https://as.example.com/ does not support PKCE with S256. If it does, " +
      'set issuers["https://as.example.com/"].assumePkceS256.',
  );
  expect(error).toMatchObject({ reason: { problem: "pkce_unsupported" } });
  expect(world.clients.size).toBe(0);
});

test("the other document is asked first", async () => {
  const world = silent();
  world.routes.set("GET https://as.example.com/.well-known/openid-configuration", () =>
    json({ ...world.metadata, code_challenge_methods_supported: ["plain", "S256"] }),
  );
  expect((await setup({}, world).call()).status).toBe(200);
});

test("the switch is for that issuer, and for silence only", async () => {
  const issuers = { "https://as.example.com": { assumePkceS256: true } };
  expect((await setup({ issuers }, silent()).call()).status).toBe(200);
  const plain = silent();
  plain.metadata = { ...plain.metadata, code_challenge_methods_supported: ["plain"] };
  await expect(setup({ issuers }, plain).call()).rejects.toThrow("does not support PKCE with S256.");
  const elsewhere = { "https://other.example.com": { assumePkceS256: true } };
  await expect(setup({ issuers: elsewhere }, silent()).call()).rejects.toThrow("assumePkceS256");
});
