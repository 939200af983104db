// vercel/ai#13988, modelcontextprotocol/typescript-sdk#1972, openai/codex#35716: a slash is added to `resource`.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test("a resource without a slash is sent without one, in every request", async () => {
  const world = new World("https://mcp.example.com/");
  world.resource = { resource: "https://mcp.example.com", authorization_servers: [world.issuer] };
  world.routes.set("GET https://mcp.example.com/.well-known/oauth-protected-resource", () =>
    json(world.resource),
  );
  const { call } = setup({}, world);
  await call();
  world.expireAll();
  await call();
  const sent = [world.visits[0]?.url.searchParams, ...world.tokenRequests.map(({ form }) => form)];
  expect(sent.map((params) => params?.get("resource"))).toEqual(Array(3).fill("https://mcp.example.com"));
});
