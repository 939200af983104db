import { describe, expect, test } from "vitest";
import { clientCredentials } from "../../src/machine.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { call as callWith, failure } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

/** The scope each request needs is named by a header of it. */
const needy = () => {
  const world = new World();
  world.requiredScope = ({ headers }) => headers.get("x-needs") ?? "";
  return world;
};
const needs = (scope: string, operation = scope) => ({ headers: { "x-needs": scope }, operation });
const asked = (world: World) => world.visits.map(({ url }) => url.searchParams.get("scope"));

test("asks for what was asked for before and what is missing, by a new sign-in", async () => {
  const { world, call } = await signedIn({ scopes: ["read"] }, needy());
  expect((await call(needs("write"))).status).toBe(200);
  expect(asked(world)).toEqual(["read", "read write"]);
  expect(world.tokenRequests.map(({ form }) => form.get("grant_type"))).toEqual([
    "authorization_code",
    "authorization_code",
  ]);
});

test("two operations, interleaved, keep each other's scopes", async () => {
  const { world, call } = await signedIn({}, needy());
  for (const scope of ["a", "b", "a", "b"]) expect((await call(needs(scope))).status).toBe(200);
  expect(asked(world)).toEqual([null, "a", "a b"]);
});

test("refusals at the same time share one sign-in with all of their scopes", async () => {
  const { world, call } = await signedIn({}, needy());
  const outcomes = await Promise.all(["a", "b", "c"].map((scope) => call(needs(scope))));
  expect(outcomes.every(({ status }) => status === 200)).toBe(true);
  expect(world.visits.length).toBeLessThanOrEqual(3);
  expect(new Set(asked(world).at(-1)?.split(" "))).toEqual(new Set(["a", "b", "c"]));
});

describe("does not ask", () => {
  test("when the token has what is asked for", async () => {
    const world = needy();
    world.routes.set("POST https://mcp.example.com/mcp", ({ headers }) =>
      headers.has("authorization")
        ? new Response(null, {
            status: 403,
            headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="read"' },
          })
        : new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } }),
    );
    const { call } = setup({ scopes: ["read"] }, world);
    const error = await failure(call());
    expect(error.message).toBe(
      'https://mcp.example.com/mcp requires the scope "read", the token has "read". It was asked for and not granted.',
    );
    expect(error).toMatchObject({
      reason: { problem: "insufficient_scope", required: ["read"], granted: ["read"], status: 403 },
    });
    expect(world.visits).toHaveLength(1);
  });

  test("a second time when the authorization server grants less than was asked for", async () => {
    const world = needy();
    world.grantable = (scopes) =>
      scopes
        .split(" ")
        .filter((scope) => scope !== "admin")
        .join(" ");
    const { call } = await signedIn({ scopes: ["read"] }, world);
    expect(await call(needs("admin"))).toEqual({ status: 403, sent: 2 });
    expect(await failure(call(needs("admin")))).toMatchObject({
      reason: { problem: "insufficient_scope", required: ["admin"], granted: ["read"] },
    });
    expect(world.visits).toHaveLength(2);
  });

  test("a fourth time for one operation, however the demand changes", async () => {
    const world = needy();
    const { call } = await signedIn({}, world);
    for (const scope of ["s1", "s2", "s3"])
      expect((await call(needs(scope, "tools/call x"))).status).toBe(200);
    const error = await failure(call(needs("s4", "tools/call x")));
    expect(error.message).toContain("It was asked for several times already.");
    expect((await call(needs("s4", "tools/call y"))).status).toBe(200);
  });

  test("when the server does not say for what", async () => {
    const world = needy();
    const { call } = await signedIn({}, world);
    world.routes.set(
      "POST https://mcp.example.com/mcp",
      () =>
        new Response(null, {
          status: 403,
          headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
        }),
    );
    expect((await failure(call())).message).toContain("It does not say which.");
  });

  test("for a client without a user", async () => {
    const world = needy();
    const provider = clientCredentials({ clientId: "bot", clientSecret: "s", fetch: world.fetch });
    const send = () => callWith(provider, world.send, world.server, needs("admin"));
    const error = await failure(send());
    expect(error.message).toBe(
      'https://mcp.example.com/mcp requires the scope "admin", the token has "". Grant it to the client.',
    );
    expect(world.tokenRequests).toHaveLength(1);
  });

  test("in the background", async () => {
    const { call } = await signedIn({}, needy());
    expect(await failure(call({ ...needs("admin"), interactive: false }))).toMatchObject({
      reason: { problem: "interaction_required" },
    });
  });
});

test("a late refusal of a narrower token is met with the wider one", async () => {
  const { world, provider, call } = await signedIn({}, needy());
  const request = { url: world.server, method: "POST" as const };
  const narrow = await provider.token(request);
  await call(needs("write"));
  const challenge = { status: 403, error: "insufficient_scope", scope: "write", schemes: [] };
  const wide = await provider.refresh(challenge, { ...request, used: narrow, attempt: 1 });
  expect(wide).toBe(await provider.token(request));
  expect(world.visits).toHaveLength(2);
});
