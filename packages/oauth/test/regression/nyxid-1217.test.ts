// ChronoAIProject/NyxID#1217: offline_access is advertised and refused to clients that registered without it.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

const offering = () => {
  const world = new World();
  world.metadata = { ...world.metadata, scopes_supported: ["read", "offline_access"] };
  return world;
};

test("it is part of what is registered", async () => {
  const world = offering();
  await setup({ scopes: ["read"] }, world).call();
  expect(world.clients.get("dyn-1")).toMatchObject({ scope: "read offline_access" });
});

test("after invalid_scope it is left out, once", async () => {
  const world = offering();
  const flow = world.flow((params) => {
    if (world.visits.at(-1)?.url.searchParams.get("scope") === "read") return;
    params.delete("code");
    params.set("error", "invalid_scope");
  });
  expect((await setup({ scopes: ["read"], flow }, world).call()).status).toBe(200);
  expect(world.visits.map(({ url }) => url.searchParams.get("scope"))).toEqual([
    "read offline_access",
    "read",
  ]);
});

test("it is not asked for where it is not listed, alone, or unwanted", async () => {
  for (const [options, world] of [
    [{ scopes: ["read"] }, new World()],
    [{}, offering()],
    [{ scopes: ["read"], offlineAccess: false }, offering()],
  ] as const) {
    await setup(options, world).call();
    expect(world.visits[0]?.url.searchParams.get("scope") ?? "").not.toContain("offline_access");
  }
});
