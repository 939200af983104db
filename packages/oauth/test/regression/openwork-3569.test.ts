// different-ai/openwork#3569 (Slack): token errors come with status 200 and ok: false, tokens with the type "user".
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test("Slack's tokens are tokens, and its errors are errors", async () => {
  const world = new World();
  const answers = [
    () => json({ ok: false, error: "invalid_code" }),
    () => {
      world.access.set("xoxp-1", { clientId: "", scope: "", family: "" });
      return json({ ok: true, access_token: "xoxp-1", token_type: "user" });
    },
  ];
  world.routes.set("POST https://as.example.com/token", () => answers.shift()?.() ?? json({}, 500));
  await expect(setup({}, world).call()).rejects.toMatchObject({
    reason: { problem: "token_request", error: "invalid_code" },
  });
  expect((await setup({}, world).call()).status).toBe(200);
});
