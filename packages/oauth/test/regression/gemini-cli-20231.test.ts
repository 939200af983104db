// google-gemini/gemini-cli#20231, agentconnect-md/agentconnect#2119: `resource` is compared as a string; HubSpot and Front are refused.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test.each([
  "https://mcp.example.com",
  "https://mcp.example.com/",
  "https://mcp.example.com/mcp/",
  "https://MCP.example.com/mcp",
])("a server at /mcp whose resource is %s is accepted, and that is sent", async (resource) => {
  const world = new World();
  world.resource = { resource, authorization_servers: [world.issuer] };
  expect((await setup({}, world).call()).status).toBe(200);
  expect(world.visits[0]?.url.searchParams.get("resource")).toBe(resource);
});

test("/mcp does not take in /mcp2", async () => {
  const world = new World("https://mcp.example.com/mcp2");
  world.resource = { resource: "https://mcp.example.com/mcp", authorization_servers: [world.issuer] };
  await expect(setup({}, world).call()).rejects.toThrow("Check the server's URL");
});
