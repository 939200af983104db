import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authorizationCode, memoryStore } from "../src/index.ts";
import { clientCredentials, enterpriseManaged, privateKeyJwt, workloadIdentity } from "../src/machine.ts";
import { loopbackFlow, pasteFlow } from "../src/node/index.ts";
import { Secret } from "../src/secret.ts";
import { setup, signedIn } from "./fixtures/signed-in.ts";
import { call, failure } from "./fixtures/transport.ts";
import { type Handler, json, World } from "./fixtures/world.ts";

const TOKEN = "POST https://as.example.com/token";
const REGISTER = "POST https://as.example.com/register";
const MCP = "POST https://mcp.example.com/mcp";
const SECRET = "MARKER-client-secret";
const ASSERTION = "MARKER-assertion.jwt.signature";
const ID_TOKEN = "MARKER-id-token.jwt.signature";
const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => {
      written.push(inspect(values, { depth: 9 }));
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that must not show: what was configured, and whatever went over the wire. */
function secretsOf(world: World): readonly string[] {
  const names = [
    "state",
    "code_challenge",
    "code",
    "code_verifier",
    "refresh_token",
    "client_secret",
    "assertion",
    "subject_token",
    "client_assertion",
    "device_code",
  ];
  const sent = world.seen.flatMap(({ url, form, headers }) => [
    ...names.flatMap((name) => [url.searchParams.get(name), form.get(name)]),
    headers.get("authorization")?.split(" ")[1],
  ]);
  const issued = [...world.access.keys(), ...world.refresh.keys(), ...world.spent.keys()];
  const all = [SECRET, ASSERTION, ID_TOKEN, "MARKER", ...sent, ...issued];
  return [...new Set(all.filter((value): value is string => typeof value === "string" && value.length > 5))];
}

/** Looks at an error, and at what was written, from every side. */
function expectNoSecret(world: World, ...things: readonly unknown[]): void {
  const views = things.flatMap((thing) => [
    inspect(thing, { depth: 9, showHidden: true }),
    inspect(thing, { depth: 9, getters: true }),
    String(thing),
    JSON.stringify(thing) ?? "",
    thing instanceof Error ? (thing.stack ?? "") : "",
  ]);
  const text = [...views, ...written].join("\n");
  for (const secret of secretsOf(world)) {
    expect(text.includes(secret), `${secret} shows`).toBe(false);
    // A prefix is a start, too; what is shorter than this is no secret of these tests.
    if (secret.length > 30)
      expect(text.includes(secret.slice(0, 20)), `the start of ${secret} shows`).toBe(false);
  }
}

/** Servers that fail in their own ways, and repeat what they were sent. */
const failures: Readonly<Record<string, Handler>> = {
  "repeats the request": ({ body }) =>
    json({ error: "invalid_request", error_description: `cannot use ${decodeURIComponent(body)}` }, 400),
  "repeats the request as its error": ({ body }) => json({ error: decodeURIComponent(body) }, 400),
  "repeats it as text": ({ body }) => new Response(`oops: ${decodeURIComponent(body)}`, { status: 500 }),
  "repeats it in HTML": ({ body }) => new Response(`<pre>${body}`, { status: 400 }),
  "answers with tokens that are none": () =>
    json({ accessToken: "MARKER-token", access_token: { MARKER: "MARKER-2" }, refresh_token: "MARKER-3" }),
  "answers with a token no header can carry": () => json({ access_token: "MARKER token\n" }),
  "answers with a form of nonsense": () => new Response("MARKER=MARKER&token=MARKER"),
  "redirects with it": ({ body }) =>
    new Response(null, { status: 307, headers: { location: `https://evil.example.com/?${body}` } }),
  "redirects within its origin": ({ body }) =>
    new Response(null, { status: 302, headers: { location: `/token?${body}` } }),
  "fails to connect and says so at length": ({ body }) =>
    Promise.reject(new TypeError("fetch failed", { cause: new Error(`connect ECONNREFUSED`), ...{ body } })),
};

describe.each(Object.entries(failures))("a token endpoint that %s", (_name, handler) => {
  test("for a code", async () => {
    const world = new World();
    world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["client_secret_post"] };
    world.routes.set(TOKEN, handler);
    const { provider, call: send } = setup({ clientId: "c", clientSecret: SECRET }, world);
    expectNoSecret(world, await failure(send()), provider);
    expect(world.tokenRequests.length).toBeGreaterThan(0);
  });

  test("for a refresh", async () => {
    const { world, provider, call: send } = await signedIn({ interaction: "auto" });
    const wasIssued = [...world.access.keys(), ...world.refresh.keys()];
    world.routes.set(TOKEN, handler);
    world.expireAll();
    const error = await failure(send());
    expectNoSecret(world, error, provider);
    for (const secret of wasIssued)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  });

  test("for machines", async () => {
    for (const make of [
      (world: World) => clientCredentials({ clientId: "c", clientSecret: SECRET, fetch: world.fetch }),
      (world: World) => workloadIdentity({ assertion: () => ASSERTION, fetch: world.fetch }),
      (world: World) =>
        enterpriseManaged({
          clientId: "c",
          clientSecret: SECRET,
          idp: {
            issuer: "https://as.example.com",
            tokenEndpoint: "https://as.example.com/token",
            clientId: "i",
            clientSecret: SECRET,
          },
          subjectToken: () => ID_TOKEN,
          fetch: world.fetch,
        }),
    ]) {
      const world = new World();
      world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["client_secret_post"] };
      world.routes.set(TOKEN, handler);
      const provider = make(world);
      expectNoSecret(world, await failure(call(provider, world.send, world.server)), provider);
    }
  });
});

describe("a callback", () => {
  test.each([
    ["of another server", (params: URLSearchParams) => params.set("iss", "https://evil.example.com/MARKER")],
    [
      "that is an error with everything in it",
      (params: URLSearchParams) => {
        params.set("error", "access_denied");
        params.set("error_description", `MARK-ed ${params.get("state")?.slice(0, 0)}`);
      },
    ],
    ["that is malformed", (params: URLSearchParams) => params.append("code", "MARKER")],
    ["without a code", (params: URLSearchParams) => params.delete("code")],
    ["with a wrong state", (params: URLSearchParams) => params.set("state", "MARKER")],
  ])("%s", async (_name, edit) => {
    const world = new World();
    const { provider, call: send } = setup({ flow: world.flow(edit as never) }, world);
    expectNoSecret(world, await failure(send()), provider);
  });

  test("that a flow fails on, with the URL in its error", async () => {
    const world = new World();
    const flow = {
      prepare: async () => ({
        redirectUri: "http://127.0.0.1:1/callback",
        dispose: async () => undefined,
        visit: ({ url }: { url: URL }) =>
          Promise.reject(Object.assign(new Error(`cannot open ${url.href}`), { url: url.href })),
      }),
    };
    world.routes.set("GET https://x", () => json({}));
    const { call: send } = setup({ flow }, world);
    const error = await failure(send());
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/state|code_challenge/);
    expect(error.message).toContain("the user could not be sent there and back");
  });

  test("completed by hand", async () => {
    const world = new World();
    const { provider } = setup({ redirectUri: "https://app.example.com/cb", server: world.server }, world);
    const { url } = await provider.begin();
    const params = await world.visit(url);
    world.routes.set(TOKEN, () => json({ error: "invalid_grant" }, 400));
    const errors = [
      await failure(provider.complete(params)),
      await failure(provider.complete(params)),
      await failure(provider.complete("?code=MARKER-code&state=MARKER-state")),
    ];
    expectNoSecret(world, ...errors, provider);
  });
});

test("registrations that fail", async () => {
  for (const handler of [
    () =>
      json(
        { error: "invalid_client_metadata", error_description: "no", registration_access_token: "MARKER" },
        400,
      ),
    () => json({ client_secret: "MARKER-registered" }, 201),
    () => new Response("MARKER", { status: 403 }),
  ]) {
    const world = new World();
    world.routes.set(REGISTER, handler);
    const { provider, call: send } = setup({}, world);
    expectNoSecret(world, await failure(send()), provider);
  }
});

test("refusals: scope, again, elsewhere, without a user", async () => {
  const world = new World();
  const { provider, call: send } = await signedIn({}, world);
  const token = await provider.token({ url: world.server, method: "POST" });
  const things: unknown[] = [token, provider];
  world.routes.set(MCP, () => json({}, 403, { "www-authenticate": 'Bearer error="insufficient_scope"' }));
  things.push(await failure(send()));
  world.routes.set(MCP, () => json({}, 401, { "www-authenticate": "Bearer" }));
  expect((await send()).status).toBe(401);
  things.push(await failure(send()));
  if (typeof token === "object") {
    things.push(
      await failure(Promise.resolve(token.headers({ url: "https://evil.example.com", method: "POST" }))),
    );
  }
  const { call: explicit } = setup({ interaction: "explicit" }, new World());
  things.push(await failure(explicit()));
  expectNoSecret(world, ...things);
});

test("stores that fail, with what they were to write in their errors", async () => {
  for (const kind of ["pending", "registration", "tokens", "discovery"]) {
    const world = new World();
    const memory = memoryStore();
    const store = {
      ...memory,
      set: ((name, key, value, condition) =>
        name === kind
          ? Promise.reject(new Error(`cannot write ${JSON.stringify(value)} at ${key}`))
          : memory.set(name, key, value, condition)) as typeof memory.set,
    };
    const { provider, call: send } = setup({ store }, world);
    const error = await failure(send());
    expect(error).toMatchObject({ reason: { problem: "store" } });
    expectNoSecret(world, error, provider, store);
  }
});

test("a key that cannot sign", async () => {
  const world = new World();
  const pem = `-----BEGIN PRIVATE KEY-----\nMARKER${"A".repeat(100)}\n-----END PRIVATE KEY-----`;
  const provider = clientCredentials({
    clientId: "c",
    clientAssertion: privateKeyJwt(pem),
    fetch: world.fetch,
  });
  expectNoSecret(world, await failure(call(provider, world.send, world.server)), provider);
});

test("flows write the URL for the user, and nothing that came back", async () => {
  const world = new World();
  const flow = loopbackFlow({
    open: async (url: string) => {
      const params = await world.visit(url);
      const redirect = new URL(url).searchParams.get("redirect_uri");
      const page = await fetch(`${redirect}?${params}`);
      expect(await page.text()).not.toContain(params.get("code"));
    },
    onUrl: () => undefined,
  });
  const provider = authorizationCode({ flow, fetch: world.fetch });
  expect((await call(provider, world.send, world.server)).status).toBe(200);
  expectNoSecret(world, provider);
  const refusing = pasteFlow({ prompt: async () => "https://x/?code=MARKER-code&state=MARKER-state" });
  const { call: send } = setup({ flow: refusing }, new World());
  expectNoSecret(world, await failure(send()));
});

test("the wrapper of secrets shows nothing of itself", () => {
  const secret = new Secret("MARKER");
  const views = [
    inspect(secret, { showHidden: true }),
    String(secret),
    JSON.stringify({ secret }),
    `${secret}`,
    inspect([secret]),
  ];
  expect(views.join()).not.toContain("MARKER");
  expect(secret.reveal()).toBe("MARKER");
});
