// anthropics/claude-code#52871: with two resources on one host the origin is sent, not the one that was advertised.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test("the resource of the advertised metadata is sent", async () => {
  const world = new World();
  world.routes.set("GET https://mcp.example.com/.well-known/oauth-protected-resource", () =>
    json({ resource: "https://mcp.example.com", authorization_servers: ["https://other.example.com"] }),
  );
  await setup({}, world).call();
  expect(world.visits[0]?.url.searchParams.get("resource")).toBe("https://mcp.example.com/mcp");
});
