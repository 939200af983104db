// getsentry/sentry-mcp#939: the server names two places for its metadata; one of them is right.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test.each([
  ["https://mcp.example.com/wrong", "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"],
  ["https://mcp.example.com/.well-known/oauth-protected-resource/mcp", "https://mcp.example.com/wrong"],
])("each of %s and %s is tried", async (first, second) => {
  const world = new World();
  const refuse = () =>
    json({}, 401, {
      "www-authenticate": `Bearer resource_metadata="${first}", resource_metadata="${second}"`,
    });
  world.routes.set("POST https://mcp.example.com/mcp", ({ headers }) =>
    world.access.has(headers.get("authorization")?.slice(7) ?? "") ? json({}) : refuse(),
  );
  world.routes.set("GET https://mcp.example.com/wrong", () =>
    json({ resource: "https://other.example.com", authorization_servers: ["https://other.example.com"] }),
  );
  expect((await setup({}, world).call()).status).toBe(200);
});
