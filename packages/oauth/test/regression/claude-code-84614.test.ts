// anthropics/claude-code#84614, supabase/mcp#355, mcp-remote#36: a client id that was pruned is replayed for ever.
import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";
import { until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";
import { json } from "../fixtures/world.ts";

test("a token endpoint that does not know it gets a new registration", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  world.routes.set("POST https://as.example.com/token", ({ form, body }) => {
    if (form.get("client_id") === "dyn-1") return json({ error: "invalid_client" }, 401);
    world.routes.clear();
    return world.send("https://as.example.com/token", { method: "POST", body });
  });
  expect((await call()).status).toBe(200);
  expect(world.clients.size).toBe(2);
});

test("a page that never comes back says how to forget it", async () => {
  const { world, time, provider, call } = await signedIn();
  await provider.signOut();
  world.routes.set("GET https://as.example.com/authorize", () => new Promise(() => undefined));
  const outcome = failure(call());
  await until(() => world.visits.length === 2);
  time.advance(300_001);
  expect((await outcome).message).toContain("call forgetRegistration()");
});
