// adcontextprotocol/adcp-client#2427, andrewyng/openworker#527, modelcontextprotocol/rust-sdk#935: redirects carry secrets inside, and discovery reaches 169.254.169.254.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

test("a token endpoint that redirects gets no second request", async () => {
  const world = new World();
  world.routes.set(
    "POST https://as.example.com/token",
    () => new Response(null, { status: 307, headers: { location: "http://169.254.169.254/latest" } }),
  );
  const error = await failure(setup({ clientId: "c", clientSecret: "the-secret" }, world).call());
  expect(error).toMatchObject({ reason: { problem: "token_request", error: "redirect", retryable: false } });
  expect(world.seen.some(({ url }) => url.hostname === "169.254.169.254")).toBe(false);
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/x",
  "https://[::1]/x",
  "https://localhost/x",
])("metadata said to be at %s is not asked for", async (url) => {
  const world = new World();
  world.routes.set(
    "POST https://mcp.example.com/mcp",
    () =>
      new Response(null, {
        status: 401,
        headers: { "www-authenticate": `Bearer resource_metadata="${url}"` },
      }),
  );
  expect(await failure(setup({}, world).call())).toMatchObject({ reason: { problem: "blocked_url" } });
  expect(world.seen).toHaveLength(1);
});
