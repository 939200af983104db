import { describe, expect, test } from "vitest";
import type { UserAgentFlow } from "../../src/flows/port.ts";
import { memoryStore, type OAuthStore } from "../../src/index.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { call, challengeOf, failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const refreshes = (world: World) =>
  world.tokenRequests.filter(({ form }) => form.get("grant_type") === "refresh_token").length;
const refused = (world: World) =>
  challengeOf(
    json({}, 401, {
      "www-authenticate": `Bearer resource_metadata="${new URL(world.server).origin}/.well-known/oauth-protected-resource/mcp"`,
    }),
  );

describe("many refusals at once", () => {
  test("cause one refresh, and every call succeeds", async () => {
    const { world, call } = await signedIn();
    world.expireAll();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect(refreshes(world)).toBe(1);
    expect(world.reuses).toBe(0);
  });

  test("before any token cause one sign-in", async () => {
    const { world, call } = setup();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect(world.visits).toHaveLength(1);
  });

  test("of several providers with one store cause one refresh", async () => {
    const store = memoryStore();
    const first = await signedIn({ store });
    const others = Array.from({ length: 5 }, () => setup({ store }, first.world));
    first.world.expireAll();
    const outcomes = await Promise.all([first, ...others].map((one) => one.call()));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect(refreshes(first.world)).toBe(1);
  });

  test("of several providers with one store and no token cause one sign-in", async () => {
    const store = memoryStore();
    const world = new World();
    const all = Array.from({ length: 5 }, () => setup({ store }, world));
    const outcomes = await Promise.all(all.map((one) => one.call()));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect(world.visits).toHaveLength(1);
  });
});

test("a late refusal of an older token does not refresh: the newer one is sent", async () => {
  const { world, provider, call } = await signedIn();
  const request = { url: world.server, method: "POST" as const };
  const old = await provider.token(request);
  world.expireAll();
  await call();
  const token = await provider.refresh(refused(world), { ...request, used: old, attempt: 1 });
  expect(token).toBe(await provider.token(request));
  expect(refreshes(world)).toBe(1);
});

test("a caller that gives up does not take the others with it", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  const abort = new AbortController();
  const reason = new Error("enough");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.routes.set("POST https://as.example.com/token", async () => {
    abort.abort(reason);
    await held;
    return world.issue("dyn-1", "", "family");
  });
  const gone = failure(call({ signal: abort.signal }));
  const stays = call();
  expect(await gone).toBe(reason);
  release();
  expect((await stays).status).toBe(200);
});

test("who comes while a sign-in nobody waits for winds down gets one of their own", async () => {
  const world = new World();
  const user = world.flow();
  const abort = new AbortController();
  const reason = new Error("enough");
  let visits = 0;
  let second: Promise<unknown> | undefined;
  const flow: UserAgentFlow = {
    async prepare(request) {
      const prepared = await user.prepare(request);
      return {
        ...prepared,
        async visit(to) {
          visits += 1;
          if (visits > 1) return prepared.visit(to);
          abort.abort(reason);
          second = call();
          throw to.signal.reason;
        },
      };
    },
  };
  const { call } = setup({ flow }, world);
  expect(await failure(call({ signal: abort.signal }))).toBe(reason);
  expect(await second).toMatchObject({ status: 200 });
  expect(visits).toBe(2);
});

test.each(Array.from({ length: 10 }, (_, read) => read + 1))(
  "a caller that gives up at read %i of the store sees no window put up",
  async (at) => {
    const world = new World();
    const memory = memoryStore();
    const abort = new AbortController();
    let reads = 0;
    const get: OAuthStore["get"] = (kind, key) => {
      reads += 1;
      if (reads === at) abort.abort(new Error("enough"));
      return memory.get(kind, key);
    };
    const preparedFor: boolean[] = [];
    const flow: UserAgentFlow = {
      prepare(request) {
        preparedFor.push(request.signal.aborted);
        return world.flow().prepare(request);
      },
    };
    const { provider } = setup({ flow, store: { ...memory, get }, server: world.server }, world);
    await provider.signIn({ signal: abort.signal }).catch(() => undefined);
    // Whoever comes next waits until what nobody waits for is over.
    await provider.signIn();
    expect(reads).toBeGreaterThanOrEqual(at);
    expect(preparedFor).not.toContain(true);
  },
);

test("a refresh goes on although its only caller gave up: the token may have been rotated already", async () => {
  const { world, call } = await signedIn();
  world.expireAll();
  const abort = new AbortController();
  world.routes.set("POST https://as.example.com/token", async (request) => {
    world.routes.delete("POST https://as.example.com/token");
    abort.abort(new Error("enough"));
    await new Promise((resolve) => setImmediate(resolve));
    return world.fetch(
      "https://as.example.com/token",
      { method: "POST", body: request.body },
      { privateAllowed: false },
    );
  });
  await failure(call({ signal: abort.signal }));
  expect((await call()).status).toBe(200);
  expect(world.reuses).toBe(0);
  expect(world.visits).toHaveLength(1);
});

test("the new refresh token is stored before the access token is handed out, and a failed write propagates", async () => {
  const memory = memoryStore();
  let full = false;
  const store = {
    ...memory,
    set: ((kind, ...rest) =>
      full && kind === "tokens"
        ? Promise.reject(Object.assign(new Error("disk full of access-secret"), { code: "ENOSPC" }))
        : memory.set(kind, ...rest)) as typeof memory.set,
  };
  const { world, call } = await signedIn({ store });
  world.expireAll();
  full = true;
  const error = await failure(call());
  expect(error.message).toBe("The OAuth store failed to write tokens: ENOSPC.");
  expect(error).toMatchObject({ reason: { type: "authorization", problem: "store", retryable: true } });
});

test("one provider serves one server", async () => {
  const { world, provider } = await signedIn();
  expect(await provider.token({ url: "https://other.example.com/mcp", method: "POST" })).toBeUndefined();
  const request = {
    url: "https://other.example.com/mcp",
    method: "POST" as const,
    used: undefined,
    attempt: 1,
  };
  const error = await failure(provider.refresh(refused(world), request));
  expect(error.message).toBe(
    "This token provider serves https://mcp.example.com/mcp, not https://other.example.com/mcp. Make one for each.",
  );
});

test("a token goes to the resource it is for, and to the message endpoint of the same server", async () => {
  const { world, provider } = await signedIn();
  expect(await provider.token({ url: "https://mcp.example.com/mcp/x", method: "GET" })).toBeDefined();
  expect(await provider.token({ url: "https://mcp.example.com/other", method: "GET" })).toBeUndefined();
  const messages = {
    url: "https://mcp.example.com/messages?id=1",
    method: "POST" as const,
    server: world.server,
  };
  const token = await provider.token(messages);
  expect(typeof token === "object" && (await token.headers(messages))["authorization"]).toMatch(
    /^Bearer access-/,
  );
});

test("a token refuses to write its headers for another place", async () => {
  const { provider, world } = await signedIn();
  const token = await provider.token({ url: world.server, method: "POST" });
  if (typeof token !== "object") throw new Error("no token");
  const elsewhere = { url: "https://evil.example.com/mcp", method: "POST" as const };
  const error = await failure(Promise.resolve(token.headers(elsewhere)));
  expect(error.message).toBe("Refused to send a token to https://evil.example.com/mcp, which it is not for.");
});

test("calls of other servers of the same kind do not meet", async () => {
  const worlds = ["a", "b"].map(
    (name) => new World(`https://${name}.example.com/mcp`, `https://as-${name}.example.com`),
  );
  const store = memoryStore();
  for (const world of worlds) {
    const { provider } = setup({ store }, world);
    expect((await call(provider, world.send, world.server)).status).toBe(200);
  }
  expect(worlds.map(({ visits }) => visits.length)).toEqual([1, 1]);
});
