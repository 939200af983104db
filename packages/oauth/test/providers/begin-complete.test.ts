import { describe, expect, test } from "vitest";
import { authorizationCode, memoryStore } from "../../src/index.ts";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

const REDIRECT = "https://app.example.com/oauth/callback";

/** An application that handles the redirect itself; every process of it is another `make`. */
function app(world = new World()) {
  const store = memoryStore();
  const make = (options = {}) =>
    setup({ redirectUri: REDIRECT, store, server: world.server, ...options }, world);
  /** The user goes to the URL, and comes back to this. */
  const consent = async (url: string) => `${REDIRECT}?${await world.visit(url)}`;
  return { world, store, make, consent };
}

// @req oauth.pkce, oauth.resource
describe("begin and complete", () => {
  test("work across processes that share a store, however the callback is given", async () => {
    const { world, make, consent } = app();
    for (const shape of [
      (url: string) => url,
      (url: string) => new URL(url),
      (url: string) => new URL(url).search,
      (url: string) => new URL(url).searchParams,
    ]) {
      const { url } = await make().provider.begin();
      await make().provider.complete(shape(await consent(url)) as string);
      expect(await make().call()).toEqual({ status: 200, sent: 1 });
      await make().provider.signOut();
    }
    expect(world.visits).toHaveLength(4);
  });

  test("say where the user has to go, with everything in it, for ten minutes", async () => {
    const { world, make } = app();
    const { provider, time } = make({ scopes: ["a", "b"] });
    const begun = await provider.begin();
    const { searchParams, origin, pathname } = new URL(begun.url);
    expect(origin + pathname).toBe(`${world.issuer}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: "dyn-1",
      redirect_uri: REDIRECT,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      resource: world.server,
      scope: "a b",
    });
    expect(begun.expiresAt - time.now()).toBe(600_000);
    expect(world.clients.get("dyn-1")).toMatchObject({ application_type: "web", redirect_uris: [REDIRECT] });
  });

  test("keep the query the authorization endpoint has, and drop its fragment", async () => {
    const { world, make } = app();
    world.metadata = { ...world.metadata, authorization_endpoint: `${world.issuer}/authorize?tenant=t1#x` };
    const { url } = await make().provider.begin();
    expect(new URL(url).searchParams.get("tenant")).toBe("t1");
    expect(new URL(url).hash).toBe("");
  });

  test("several at once do not disturb each other, in whatever order they come back", async () => {
    const { make, consent, world } = app();
    const begun = await Promise.all([1, 2, 3].map(() => make().provider.begin()));
    for (const { url } of begun.reverse()) await make().provider.complete(await consent(url));
    expect(world.tokenRequests).toHaveLength(3);
  });
});

describe("complete refuses", () => {
  test("a second time", async () => {
    const { make, consent, world } = app();
    const callback = await consent((await make().provider.begin()).url);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => make().provider.complete(callback)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(world.tokenRequests).toHaveLength(1);
    expect((await failure(make().provider.complete(callback))).message).toBe(
      "The callback answers no sign-in that waits for this server and account: start again.",
    );
  });

  test.each(["", "?code=c", "?code=c&state=unknown", REDIRECT, "nonsense"])(
    "%j, which answers nothing",
    async (callback) => {
      const { make, world } = app();
      await make().provider.begin();
      const error = await failure(make().provider.complete(callback));
      expect(error).toMatchObject({ reason: { problem: "callback", error: "state" } });
      expect(world.tokenRequests).toHaveLength(0);
    },
  );

  test("one that took too long", async () => {
    const { make, consent, world } = app();
    const callback = await consent((await make().provider.begin()).url);
    const late = make();
    late.time.advance(600_001);
    const error = await failure(late.provider.complete(callback));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: it took too long. Start again.",
    );
    expect(world.tokenRequests).toHaveLength(0);
  });

  test("a wrong iss, without a word of what came with it, and for good", async () => {
    const { make, consent, world } = app();
    const callback = new URL(await consent((await make().provider.begin()).url));
    callback.searchParams.set("iss", "https://evil.example.com");
    callback.searchParams.set("error_description", "call this number");
    const error = await failure(make().provider.complete(callback));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: the answer is from another server than https://as.example.com/.",
    );
    expect(error).toMatchObject({
      reason: { problem: "issuer_mismatch", error: "response", issuer: world.issuer },
    });
    callback.searchParams.set("iss", world.issuer);
    expect(await failure(make().provider.complete(callback))).toMatchObject({ reason: { error: "state" } });
    expect(world.tokenRequests).toHaveLength(0);
  });

  test("an error of the server, and shows it clipped and on one line", async () => {
    const { make, consent } = app();
    const callback = new URL(await consent((await make().provider.begin()).url));
    callback.searchParams.delete("code");
    callback.searchParams.set("error", "access_denied");
    callback.searchParams.set("error_description", `no\n\u001b[31m${"x".repeat(1_000)}`);
    const { message } = await failure(make().provider.complete(callback));
    expect(message).toMatch(
      /^Cannot sign in to https:\/\/mcp.example.com\/mcp: https:\/\/as.example.com\/ answered access_denied \("no/,
    );
    expect(message.length).toBeLessThan(500);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
    expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  test("to go on as another client than the one that began", async () => {
    const { make, consent } = app();
    const callback = await consent((await make().provider.begin()).url);
    const error = await failure(make({ clientId: "other" }).provider.complete(callback));
    expect(error.message).toContain("another client began it");
  });

  test("the sign-in another account began, which is left to that account", async () => {
    const { make, consent, world } = app();
    const callback = await consent((await make({ account: "mallory" }).provider.begin()).url);
    const ada = make({ account: "ada" });
    expect(await failure(ada.provider.complete(callback))).toMatchObject({
      message: "The callback answers no sign-in that waits for this server and account: start again.",
      reason: { problem: "callback", error: "state" },
    });
    expect(await ada.provider.status()).toBeUndefined();
    expect(world.tokenRequests).toHaveLength(0);
    await make({ account: "mallory" }).provider.complete(callback);
  });

  test("the sign-in of another server, which is left to its provider", async () => {
    const { make, consent, world } = app();
    const callback = await consent((await make().provider.begin()).url);
    const other = make({ server: "https://other.example.com/mcp" });
    expect(await failure(other.provider.complete(callback))).toMatchObject({
      reason: { problem: "callback", error: "state" },
    });
    expect(world.tokenRequests).toHaveLength(0);
    await make({ server: undefined }).provider.complete(callback);
  });

  test("to send the code anywhere but to the endpoint that was recorded", async () => {
    const { make, consent, world } = app();
    const callback = await consent((await make().provider.begin()).url);
    world.metadata = { ...world.metadata, token_endpoint: "https://as.example.com/stolen" };
    world.resource = { ...world.resource, authorization_servers: ["https://as2.example.com"] };
    await make().provider.complete(callback);
    expect(world.count("POST https://as.example.com/stolen")).toBe(0);
    expect(world.tokenRequests).toHaveLength(1);
  });
});

test("a server that switches while sign-ins are pending: no code reaches the other authorization server", async () => {
  const first = new World();
  const second = new World(first.server, "https://as2.example.com");
  const fetch: World["fetch"] = (url, init, how) =>
    (new URL(url).origin === second.issuer ? second : first).fetch(url, init, how);
  const store = memoryStore();
  const make = () => setup({ redirectUri: REDIRECT, store, server: first.server, fetch }, first).provider;
  const codeOf = (query: URLSearchParams) => query.get("code") ?? "";

  const [mixed, fair] = [await make().begin(), await make().begin()];
  first.resource = { ...first.resource, authorization_servers: [second.issuer] };
  const moved = await make().begin();
  expect(new URL(moved.url).origin).toBe(second.issuer);
  const [atFirst, forMixed] = [await first.visit(fair.url), await first.visit(mixed.url)];
  const atSecond = await second.visit(moved.url);

  // What the second says, under the state of a sign-in at the first.
  const stolen = new URLSearchParams(atSecond);
  stolen.set("state", forMixed.get("state") ?? "");
  expect(await failure(make().complete(stolen))).toMatchObject({ reason: { problem: "issuer_mismatch" } });
  await make().complete(atFirst);
  await make().complete(atSecond);

  expect(first.tokenRequests.map(({ form }) => form.get("code"))).toEqual([codeOf(atFirst)]);
  expect(second.tokenRequests.map(({ form }) => form.get("code"))).toEqual([codeOf(atSecond)]);
});

test("a request that needs a user fails with a way to begin", async () => {
  const { make, consent } = app();
  const { call, provider } = make();
  const error = await failure(call());
  const { url } = await (
    error as never as { reason: { begin: () => Promise<{ url: string }> } }
  ).reason.begin();
  await provider.complete(await consent(url));
  expect(await call()).toEqual({ status: 200, sent: 1 });
});

test("after a 403 it asks for what was missing, too", async () => {
  const world = new World();
  world.requiredScope = () => "admin";
  const { make, consent } = app(world);
  const { call, provider } = make({ scopes: ["read"] });
  await provider.complete(await consent((await provider.begin()).url));
  await failure(call());
  expect(new URL((await provider.begin()).url).searchParams.get("scope")).toBe("read admin");
});

test.each([[{}], [{ flow: new World().flow(), redirectUri: REDIRECT }]])(
  "%j is refused: a flow or a redirectUri",
  (options) => {
    expect(() => authorizationCode(options)).toThrow("Give a flow or a redirectUri");
  },
);

test.each([
  [{ clientId: "" }, "must not be empty"],
  [{ clientId: "c", clientSecret: "" }, "must not be empty"],
  [
    { clientId: "c", clientSecret: "s", clientAssertion: { authenticate: async () => undefined } },
    "not both",
  ],
])("%j is refused", (options, text) => {
  expect(() => authorizationCode({ redirectUri: REDIRECT, ...options })).toThrow(text);
});
