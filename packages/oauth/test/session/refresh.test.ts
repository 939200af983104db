import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";
import { type Handler, json, World } from "../fixtures/world.ts";

const TOKEN = "POST https://as.example.com/token";
const refreshes = (world: World) =>
  world.tokenRequests.filter(({ form }) => form.get("grant_type") === "refresh_token");

/** Signed in, with every access token refused and the token endpoint answering like this. */
async function refused(answer: Handler) {
  const made = await signedIn();
  made.world.expireAll();
  made.world.routes.set(TOKEN, answer);
  return made;
}

// @req oauth.refresh
describe("a refresh that fails for now keeps everything", () => {
  test.each<[string, Handler, Record<string, unknown>]>([
    ["offline", () => Promise.reject(new TypeError("fetch failed")), { error: "network" }],
    ["HTTP 500", () => new Response("oops", { status: 500 }), { status: 500 }],
    ["HTTP 503 with an OAuth error", () => json({ error: "temporarily_unavailable" }, 503), { status: 503 }],
    [
      "HTTP 429",
      () => json({ error: "slow" }, 429, { "retry-after": "30" }),
      { status: 429, retryAfter: 30_000 },
    ],
  ])("%s", async (_name, answer, details) => {
    const { world, call } = await refused(answer);
    const error = await failure(call());
    expect(error).toMatchObject({ reason: { problem: "token_request", retryable: true, ...details } });
    expect(error.message).toContain("Try again later.");
    expect(world.visits).toHaveLength(1);
    world.routes.delete(TOKEN);
    expect((await call()).status).toBe(200);
    expect(world.visits).toHaveLength(1);
  });
});

test("invalid_grant drops that refresh token, and the user is asked once", async () => {
  const { world, call } = await refused(({ form }) => {
    world.routes.delete(TOKEN);
    expect(form.get("grant_type")).toBe("refresh_token");
    return json({ error: "invalid_grant" }, 400);
  });
  expect((await call()).status).toBe(200);
  expect(world.visits).toHaveLength(2);
});

test("invalid_grant after another process refreshed: its token is used, and nothing is deleted", async () => {
  const store = memoryStore();
  const { world, call } = await signedIn({ store });
  const other = setup({ store }, world);
  await other.call();
  world.expireAll();
  const locked = store.withLock;
  // A store whose locks do not reach the other process: it refreshes between our read and our request.
  store.withLock = (_key, run) => run(new AbortController().signal);
  world.routes.set(TOKEN, async ({ form }) => {
    world.routes.delete(TOKEN);
    const token = form.get("refresh_token");
    expect((await other.call()).status).toBe(200);
    expect(world.spent.has(token ?? "")).toBe(true);
    return json({ error: "invalid_grant" }, 400);
  });
  expect((await call()).status).toBe(200);
  store.withLock = locked;
  expect(world.visits).toHaveLength(1);
});

test.each([
  ["missing", {}],
  ["empty", { refresh_token: "" }],
  ["null", { refresh_token: null }],
])("a reply whose refresh_token is %s keeps the old one", async (_name, part) => {
  const { world, call } = await signedIn();
  world.rotate = false;
  for (const round of [1, 2]) {
    world.expireAll();
    world.routes.set(TOKEN, ({ form }) => {
      const [, token] = [...world.refresh.entries()].map(([key]) => key);
      world.access.set(`again-${round}`, { clientId: "", scope: "", family: "" });
      expect(form.get("refresh_token")).toBe([...world.refresh.keys()][0]);
      expect(token).toBeUndefined();
      return json({ access_token: `again-${round}`, token_type: "bearer", ...part });
    });
    expect((await call()).status).toBe(200);
  }
  expect(refreshes(world)).toHaveLength(2);
  expect(world.visits).toHaveLength(1);
});

test("a refresh asks for the same resource, as the same client, and for no scope", async () => {
  const { world, call } = await signedIn({ scopes: ["a", "b"] });
  world.expireAll();
  await call();
  const [request] = refreshes(world);
  expect(Object.fromEntries(request?.form ?? [])).toEqual({
    grant_type: "refresh_token",
    refresh_token: expect.stringMatching(/^refresh-/),
    resource: world.server,
    client_id: "dyn-1",
  });
});

describe("before a token expires", () => {
  test("it is renewed without a refusal", async () => {
    const { world, time, call } = await signedIn();
    // A tenth of an hour is more than a minute: a minute it is.
    time.advance(3_600_000 - 61_000);
    expect(await call()).toEqual({ status: 200, sent: 1 });
    expect(refreshes(world)).toHaveLength(0);
    time.advance(2_000);
    expect(await call()).toEqual({ status: 200, sent: 1 });
    expect(refreshes(world)).toHaveLength(1);
  });

  test("a renewal that fails leaves the old one in use until it expires", async () => {
    const { world, time, call } = await signedIn();
    time.advance(3_600_000 - 30_000);
    world.routes.set(TOKEN, () => new Response("down", { status: 503 }));
    expect((await call()).status).toBe(200);
    time.advance(31_000);
    expect(await failure(call())).toMatchObject({ reason: { problem: "token_request", retryable: true } });
  });

  test("a token whose lifetime is unknown is used until it is refused", async () => {
    const world = new World();
    world.expiresIn = undefined;
    const { time, call } = await signedIn({}, world);
    time.advance(365 * 24 * 3_600_000);
    expect(await call()).toEqual({ status: 200, sent: 1 });
    expect(refreshes(world)).toHaveLength(0);
  });

  test("metadata that is an hour old is asked for again, of the same issuer", async () => {
    const world = new World();
    world.expiresIn = 7_200;
    const { time, call } = await signedIn({}, world);
    world.metadata = { ...world.metadata, token_endpoint: "https://as.example.com/token2" };
    world.routes.set("POST https://as.example.com/token2", () => world.issue("dyn-1", "", "f"));
    time.advance(7_199_000);
    expect((await call()).status).toBe(200);
    expect(world.count("POST https://as.example.com/token2")).toBe(1);
  });
});

test("a process that starts later uses what is stored, and refreshes it when it has run out", async () => {
  const store = memoryStore();
  const first = await signedIn({ store });
  const second = setup({ store }, first.world);
  expect(await second.call()).toEqual({ status: 200, sent: 1 });
  const third = setup({ store }, first.world);
  third.time.advance(3_601_000);
  expect(await third.call()).toEqual({ status: 200, sent: 1 });
  expect(refreshes(first.world)).toHaveLength(1);
  expect(first.world.visits).toHaveLength(1);
});

test("accounts are kept apart", async () => {
  const store = memoryStore();
  const first = await signedIn({ store, account: "ada" });
  const second = setup({ store, account: "bob" }, first.world);
  expect(await second.call()).toEqual({ status: 200, sent: 2 });
  expect(first.world.visits).toHaveLength(2);
});

test("signing out forgets the tokens and keeps the client", async () => {
  const { world, provider, call } = await signedIn();
  await provider.signOut();
  expect(await call()).toEqual({ status: 200, sent: 2 });
  expect(world.visits).toHaveLength(2);
  expect(world.clients.size).toBe(1);
});

test("signing in beforehand makes the first call carry a token", async () => {
  const world = new World();
  const { provider, call } = setup({ server: world.server }, world);
  await provider.signIn();
  expect(await call()).toEqual({ status: 200, sent: 1 });
});

describe("signIn", () => {
  test("does nothing while there is a token that nobody refused", async () => {
    const { world, provider } = await signedIn();
    await provider.signIn();
    await provider.signIn();
    expect(world.tokenRequests).toHaveLength(1);
    expect(world.visits).toHaveLength(1);
  });

  test("gets another one after a refusal that no user could be asked about", async () => {
    const { world, provider, call } = setup({ interaction: "explicit" });
    await failure(call());
    await provider.signIn();
    expect((await call()).sent).toBe(1);
    expect(world.visits).toHaveLength(1);
  });

  test("gives up for the one who gives up", async () => {
    const world = new World();
    world.routes.set("GET https://as.example.com/authorize", () => new Promise(() => undefined));
    const { provider } = setup({ server: world.server }, world);
    const abort = new AbortController();
    const reason = new Error("enough");
    const pending = failure(provider.signIn({ signal: abort.signal }));
    await until(() => world.visits.length === 1);
    abort.abort(reason);
    expect(await pending).toBe(reason);
  });

  test("begun by hand while somebody is signed in says so, instead of waiting for ever", async () => {
    const { provider } = await signedIn();
    expect((await failure(provider.begin())).message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: somebody is signed in already.",
    );
  });
});

test("a registration can be forgotten before anybody ever signed in", async () => {
  const world = new World();
  world.routes.set("GET https://as.example.com/authorize", () => new Promise(() => undefined));
  const { provider, time, call } = setup({}, world);
  const pending = failure(call());
  await until(() => world.visits.length === 1);
  time.advance(300_001);
  await pending;
  await provider.forgetRegistration();
  world.routes.clear();
  expect((await call()).status).toBe(200);
  expect(world.clients.size).toBe(2);
});
