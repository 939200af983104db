// LibreChat-AI/librechat.ai#420: Entra sends expires_in as a string.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { json, World } from "../fixtures/world.ts";

test("a lifetime in quotes counts", async () => {
  const world = new World();
  let count = 0;
  world.routes.set("POST https://as.example.com/token", () => {
    count += 1;
    world.access.set(`t${count}`, { clientId: "", scope: "", family: "" });
    return json({ access_token: `t${count}`, refresh_token: "r", token_type: "Bearer", expires_in: "5250" });
  });
  const { time, call } = setup({}, world);
  await call();
  time.advance(5_249_000);
  expect(await call()).toEqual({ status: 200, sent: 1 });
  expect(count).toBe(2);
});
