// NousResearch/hermes-agent#73141, docker/sbx-releases#435, copilot-cli#4906 (Figma): 200 for listed names, else plain 403; a secret nobody asked for that is then demanded.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const figma = () => {
  const world = new World();
  world.metadata = {
    ...world.metadata,
    token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
  };
  world.routes.set("POST https://as.example.com/register", ({ body }) =>
    (JSON.parse(body) as { client_name: string }).client_name === "Listed App"
      ? json({ client_id: "figma", client_secret: "figma-secret", token_endpoint_auth_method: "none" })
      : new Response("Forbidden", { status: 403 }),
  );
  world.routes.set("POST https://as.example.com/token", ({ form }) =>
    form.get("client_secret") === "figma-secret"
      ? world.issue("figma", "", "f")
      : json({ error: "invalid_client" }, 401),
  );
  return world;
};

test("a refusal in plain text says that the server admits known clients only", async () => {
  expect((await failure(setup({}, figma()).call())).message).toContain(
    "answered HTTP 403. It admits known clients only: configure `clientId`, or change `clientMetadata`.",
  );
});

test("with a listed name, the secret is tried once after it was demanded", async () => {
  const world = figma();
  const { call } = setup({ clientMetadata: { client_name: "Listed App" } }, world);
  expect((await call()).status).toBe(200);
  expect(world.tokenRequests.map(({ form }) => form.has("client_secret"))).toEqual([false, true]);
});
