// modelcontextprotocol/python-sdk#1523, preset-io/agor#2192: GitHub answers with a form, and parsing it as JSON dies.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("JSON is asked for, and a form is read all the same", async () => {
  const world = new World();
  world.routes.set("POST https://as.example.com/token", ({ headers }) => {
    expect(headers.get("accept")).toBe("application/json");
    world.access.set("gho_1", { clientId: "", scope: "", family: "" });
    return new Response("access_token=gho_1&scope=repo&token_type=bearer", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });
  expect((await setup({}, world).call()).status).toBe(200);
});
