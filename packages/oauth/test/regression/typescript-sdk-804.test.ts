// modelcontextprotocol/typescript-sdk#804, #2783: discovery stops at 400, 401 or 403 (Cognito, Retool, Superhuman).
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test.each([400, 401, 403, 404, 405, 422, 502])(
  "HTTP %i at the first place leads to the next",
  async (status) => {
    const world = new World();
    world.routes.set(
      "GET https://as.example.com/.well-known/oauth-authorization-server",
      () => new Response("no", { status }),
    );
    world.routes.set("GET https://as.example.com/.well-known/openid-configuration", () =>
      json(world.metadata),
    );
    expect((await setup({}, world).call()).status).toBe(200);
  },
);
