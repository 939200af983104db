// anthropics/claude-ai-mcp#1043, obot-platform/mcp-oauth-proxy#52, onyx-dot-app/onyx#12874 (Notion): a fixed token_endpoint_auth_method is refused, or several at once are.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test.each([
  [["client_secret_basic"], "client_secret_basic"],
  [["client_secret_post"], "client_secret_post"],
  [["none"], "none"],
])("of the methods %j, %s is registered, and one of them is used", async (listed, method) => {
  const world = new World();
  world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: listed };
  world.routes.set("POST https://as.example.com/register", ({ body }) => {
    const asked = JSON.parse(body) as Record<string, unknown>;
    expect(asked["token_endpoint_auth_method"]).toBe(method);
    return Response.json(
      { ...asked, client_id: "id", ...(method === "none" ? {} : { client_secret: "secret" }) },
      { status: 201 },
    );
  });
  expect((await setup({}, world).call()).status).toBe(200);
  const [request] = world.tokenRequests;
  const ways = [request?.headers.has("authorization"), request?.form.has("client_secret")].filter(Boolean);
  expect(ways).toHaveLength(method === "none" ? 0 : 1);
});
