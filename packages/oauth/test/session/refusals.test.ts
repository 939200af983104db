import { describe, expect, test } from "vitest";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { until } from "../fixtures/time.ts";
import { call, failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const MCP = "POST https://mcp.example.com/mcp";
const always401 = () =>
  json({}, 401, { "www-authenticate": 'Bearer error="invalid_token", error_description="tenant suspended"' });

describe("a server that refuses what was just issued for it", () => {
  test("gets one sign-in, and the refusal is the outcome", async () => {
    const world = new World();
    world.routes.set(MCP, always401);
    const { call } = setup({}, world);
    expect(await call()).toEqual({ status: 401, sent: 2 });
    expect(world.visits).toHaveLength(1);
  });

  test("does not open window after window: the next call fails with what the server said", async () => {
    const world = new World();
    world.routes.set(MCP, always401);
    const { call } = setup({}, world);
    await call();
    const error = await failure(call());
    expect(error.message).toBe(
      'Cannot sign in to https://mcp.example.com/mcp: it refused a token just issued for it ("tenant suspended"). Ask who runs it.',
    );
    expect(error).toMatchObject({
      reason: { problem: "unauthorized_after_auth", retryable: false, status: 401, error: "invalid_token" },
    });
    expect(world.visits).toHaveLength(1);
  });

  test("is asked again later", async () => {
    const world = new World();
    world.routes.set(MCP, always401);
    const { time, call } = setup({}, world);
    await call();
    time.advance(31_000);
    await call();
    expect(world.tokenRequests).toHaveLength(2);
  });
});

describe("when no user may be asked", () => {
  test("a request in the background fails, and says how to begin", async () => {
    const { world, call } = setup();
    const error = await failure(call({ interactive: false }));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: a user has to. Start it with `begin`.",
    );
    expect(error).toMatchObject({ reason: { problem: "interaction_required", status: 401 } });
    expect(world.visits).toHaveLength(0);
  });

  test("begin of that error starts the sign-in, whose end the next request finds", async () => {
    const { world, call } = setup({ interaction: "explicit" });
    const error = await failure(call());
    const begun = await (
      error as unknown as { reason: { begin: () => Promise<{ url: string }> } }
    ).reason.begin();
    expect(begun.url).toContain("https://as.example.com/authorize?");
    await until(() => world.tokenRequests.length === 1);
    await expect.poll(async () => (await call()).sent, { timeout: 10_000 }).toBe(1);
  });

  test("a background request refreshes all the same", async () => {
    const { world, call } = await signedIn();
    world.expireAll();
    expect((await call({ interactive: false })).status).toBe(200);
    expect(world.visits).toHaveLength(1);
  });

  test("a background request that fails does not fail one with a user behind it", async () => {
    const { call } = setup();
    const [background, foreground] = await Promise.all([failure(call({ interactive: false })), call()]);
    expect(background).toMatchObject({ reason: { problem: "interaction_required" } });
    expect(foreground.status).toBe(200);
  });

  test("with `never` there is nothing to begin", async () => {
    const { call } = setup({ interaction: "never" });
    const error = await failure(call());
    expect(error.message).toBe("Cannot sign in to https://mcp.example.com/mcp: a user has to.");
    expect(error).toMatchObject({ reason: { begin: undefined } });
  });
});

describe("a server that moves to another authorization server", () => {
  const AS2 = "https://as2.example.com";

  /** Both worlds behind one fetch; after `move` the MCP server believes the second one only. */
  function moving(options: Parameters<typeof setup>[0] = {}) {
    const world = new World();
    const second = new World(world.server, AS2);
    let moved = false;
    const send = (url: string, init: RequestInit) =>
      (url.startsWith(AS2) || (moved && url.startsWith("https://mcp.example.com")) ? second : world).send(
        url,
        init,
      );
    const made = setup({ fetch: send, flow: world.flow(undefined, send), ...options }, world);
    const move = () => {
      moved = true;
    };
    return { ...made, second, move, call: () => call(made.provider, send, world.server) };
  }

  test("is found out at the refusal: a new client is registered, and nothing of the old one is sent", async () => {
    const { world, second, move, call } = moving();
    await call();
    const old = [...world.access.keys(), ...world.refresh.keys()];
    move();
    expect((await call()).status).toBe(200);
    expect(second.clients.size).toBe(1);
    const sent = second.seen.filter(({ url }) => url.origin === AS2).map(({ url, body }) => url.href + body);
    expect(sent.length).toBeGreaterThan(2);
    for (const secret of old) expect(sent.join()).not.toContain(secret);
  });

  test("is refused with a client that belongs to the old one", async () => {
    const { second, move, call } = moving({ clientId: "configured", clientSecret: "client-secret" });
    await call();
    move();
    const error = await failure(call());
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: it moved to https://as2.example.com/, and the client belongs to " +
        "https://as.example.com/. If right, configure `issuer` and its client.",
    );
    expect(second.of(`POST ${AS2}/token`)).toHaveLength(0);
  });
});
