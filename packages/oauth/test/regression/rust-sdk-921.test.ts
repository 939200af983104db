// modelcontextprotocol/rust-sdk#921, python-sdk#2270, knowsuchagency/mcp2cli#58: a refresh reply without refresh_token erases it.
import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";
import { json } from "../fixtures/world.ts";

test("the old refresh token stays", async () => {
  const { world, call } = await signedIn();
  const [first = ""] = world.refresh.keys();
  let count = 0;
  world.routes.set("POST https://as.example.com/token", ({ form }) => {
    expect(form.get("refresh_token")).toBe(first);
    count += 1;
    world.access.set(`t${count}`, { clientId: "", scope: "", family: "" });
    return json({ access_token: `t${count}`, token_type: "Bearer" });
  });
  for (const round of [1, 2, 3]) {
    world.expireAll();
    expect((await call()).status).toBe(200);
    expect(count).toBe(round);
  }
});
