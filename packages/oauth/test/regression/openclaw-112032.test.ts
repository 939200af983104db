// openclaw/openclaw#112032, getsentry/junior#837: changed metadata makes the client post its refresh token to another issuer.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test("a refresh token is never sent to another issuer than its own", async () => {
  const world = new World();
  const evil = "https://evil.example.com";
  world.routes.set(`GET ${evil}/.well-known/oauth-authorization-server`, () =>
    json({
      ...world.metadata,
      issuer: evil,
      token_endpoint: `${evil}/token`,
      registration_endpoint: `${evil}/register`,
    }),
  );
  world.routes.set(`POST ${evil}/register`, () => json({ client_id: "dyn-1" }, 201));
  world.routes.set(`POST ${evil}/token`, () => json({ error: "invalid_grant" }, 400));
  const { call } = setup({}, world);
  await call();
  const [refreshToken = ""] = world.refresh.keys();
  world.expireAll();
  world.resource = { ...world.resource, authorization_servers: [evil] };
  await call().catch(() => undefined);
  const sent = world.seen.filter(({ url }) => url.origin === evil).map(({ body }) => body);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join()).not.toContain(refreshToken);
});

test("an issuer in the answer is not where the tokens are filed", async () => {
  const world = new World();
  world.routes.set("POST https://as.example.com/token", () => {
    world.access.set("given", { clientId: "", scope: "", family: "" });
    return json({ access_token: "given", token_type: "Bearer", issuer: "https://evil.example.com" });
  });
  const { call } = setup({}, world);
  await call();
  expect(await call()).toEqual({ status: 200, sent: 1 });
});
