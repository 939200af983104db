import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { adjustedBody, registrationBody } from "../../src/registration/client-metadata.ts";
import { checkClientMetadataUrl } from "../../src/registration/metadata-url.ts";
import { setup, signedIn } from "../fixtures/signed-in.ts";
import { until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const REGISTER = "POST https://as.example.com/register";
const DOCUMENT = "https://app.example.com/client.json";
const registered = (world: World) =>
  world.of(REGISTER).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const body = (inputs: Partial<Parameters<typeof registrationBody>[0]> = {}) =>
  registrationBody({
    metadata: {},
    redirectUri: "http://127.0.0.1:7/callback",
    grantTypes: ["authorization_code", "refresh_token"],
    listed: ["none"],
    scopes: [],
    ...inputs,
  });

// @req oauth.client-id-document, oauth.registration
describe("a registration says", () => {
  test("everything the specification asks for", () => {
    expect(body({ scopes: ["a", "b"] })).toEqual({
      client_name: "snodo",
      redirect_uris: ["http://127.0.0.1:7/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
      scope: "a b",
    });
  });

  test.each([
    ["http://127.0.0.1:7/callback", "native"],
    ["http://localhost:7/callback", "native"],
    ["http://[::1]:7/callback", "native"],
    ["com.example.app:/callback", "native"],
    ["https://app.example.com/callback", "web"],
  ])("of %s that it is %s", (redirectUri, type) => {
    expect(body({ redirectUri })["application_type"]).toBe(type);
  });

  test.each([
    [["none", "client_secret_basic"], "none"],
    [["client_secret_post", "client_secret_basic"], "client_secret_basic"],
    [["client_secret_post"], "client_secret_post"],
    [undefined, "none"],
  ])("with methods %j, method %s", (listed, method) => {
    expect(body({ listed })["token_endpoint_auth_method"]).toBe(method);
  });

  test("what the application wants said, and its name, which some servers ask for exactly", () => {
    const metadata = { client_name: "Known App", software_id: "x", application_type: "web" as const };
    expect(body({ metadata })).toMatchObject(metadata);
  });
});

describe("after a refusal", () => {
  test("another method is tried where the server lists one", () => {
    expect(adjustedBody("invalid_client_metadata", body(), ["none", "client_secret_post"])).toMatchObject({
      token_endpoint_auth_method: "client_secret_post",
    });
  });

  test("the other application type is tried for a redirect URI", () => {
    expect(adjustedBody("invalid_redirect_uri", body(), ["none"])).toMatchObject({ application_type: "web" });
  });

  test.each(["access_denied", "server_error", undefined])("%s is final", (error) => {
    expect(adjustedBody(error, body(), ["none"])).toBeUndefined();
  });

  test("of the adjusted request too, nothing more is tried", async () => {
    const world = new World();
    world.routes.set(REGISTER, () =>
      json({ error: "invalid_redirect_uri", error_description: "no loopback" }, 400),
    );
    const error = await failure(setup({}, world).call());
    expect(registered(world).map((one) => one["application_type"])).toEqual(["native", "web"]);
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: client registration at https://as.example.com/ answered HTTP 400, " +
        'invalid_redirect_uri ("no loopback"). Configure `clientId`, or change `clientMetadata`.',
    );
  });
});

describe("the answer", () => {
  test.each([200, 201])("may come with status %i", async (status) => {
    const world = new World();
    world.routes.set(REGISTER, () => json({ client_id: "x" }, status));
    expect((await setup({}, world).call()).status).toBe(200);
  });

  test("without an expiry of the secret means that it does not expire", async () => {
    const world = new World();
    world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["client_secret_post"] };
    world.routes.set(REGISTER, () => json({ client_id: "x", client_secret: "registered-secret" }, 201));
    await setup({}, world).call();
    expect(world.tokenRequests[0]?.form.get("client_secret")).toBe("registered-secret");
  });

  test.each([[""], [null]])("with the secret %j means none", async (secret) => {
    const world = new World();
    world.routes.set(REGISTER, () => json({ client_id: "x", client_secret: secret }, 201));
    await setup({}, world).call();
    expect(world.tokenRequests[0]?.form.has("client_secret")).toBe(false);
  });

  test("with an expired secret is registered anew", async () => {
    const world = new World();
    let count = 0;
    world.routes.set(REGISTER, () => {
      count += 1;
      return json(
        { client_id: `c${count}`, client_secret: "s", client_secret_expires_at: 1_800_000_100 },
        201,
      );
    });
    const { time, call } = await signedIn({}, world);
    time.advance(3_600_000);
    world.expireAll();
    expect((await call()).status).toBe(200);
    expect(count).toBe(2);
  });

  test.each([
    [
      "403 in plain text",
      new Response("Forbidden", { status: 403 }),
      "HTTP 403. It admits known clients only: configure",
    ],
    ["401", json({ error: "invalid_token" }, 401), "HTTP 401, invalid_token. It admits known clients only"],
    ["200 without a client_id", json({}), "answered HTTP 200"],
    ["HTML", new Response("<html>", { status: 200 }), "answered HTTP 200"],
  ])("%s is a refusal that says what to do", async (_name, response, text) => {
    const world = new World();
    world.routes.set(REGISTER, () => response);
    const error = await failure(setup({}, world).call());
    expect(error.message).toContain(text);
    expect(error).toMatchObject({
      reason: { problem: "registration_rejected", retryable: false, status: response.status },
    });
  });

  test.each([429, 500, 503])("HTTP %i may pass", async (status) => {
    const world = new World();
    world.routes.set(REGISTER, () => new Response("later", { status }));
    const error = await failure(setup({}, world).call());
    expect(error).toMatchObject({ reason: { problem: "registration_rejected", retryable: true } });
    expect(error.message).toContain("Try again later.");
  });
});

describe("which client", () => {
  const withDocuments = () => {
    const world = new World();
    world.metadata = { ...world.metadata, client_id_metadata_document_supported: true };
    return world;
  };
  const clientId = (world: World) => world.visits[0]?.url.searchParams.get("client_id");

  test("a configured one comes first, and is not registered", async () => {
    const world = withDocuments();
    await setup({ clientId: "mine", clientMetadataUrl: DOCUMENT }, world).call();
    expect(clientId(world)).toBe("mine");
    expect(registered(world)).toHaveLength(0);
  });

  test("then the metadata document, where the server supports that; it is never fetched here", async () => {
    const world = withDocuments();
    await setup({ clientMetadataUrl: DOCUMENT }, world).call();
    expect(clientId(world)).toBe(DOCUMENT);
    expect(world.seen.some(({ url }) => url.href === DOCUMENT)).toBe(false);
  });

  test("a server that supports no documents gets a registration", async () => {
    const world = new World();
    await setup({ clientMetadataUrl: DOCUMENT }, world).call();
    expect(clientId(world)).toBe("dyn-1");
  });

  test("a server that refuses the document after all gets a registration, once", async () => {
    const world = withDocuments();
    const flow = world.flow((params) => {
      if (world.visits.length > 1) return;
      params.delete("code");
      params.set("error", "invalid_client");
    });
    expect((await setup({ clientMetadataUrl: DOCUMENT, flow }, world).call()).status).toBe(200);
    expect(world.visits.map(({ url }) => url.searchParams.get("client_id"))).toEqual([DOCUMENT, "dyn-1"]);
  });

  test("a server that registers none asks for a configured one, and says with which redirect", async () => {
    const world = new World();
    const { registration_endpoint: _, ...metadata } = world.metadata;
    world.metadata = metadata;
    const error = await failure(setup({}, world).call());
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: https://as.example.com/ registers no clients by itself. Register one " +
        "with the redirect URI http://127.0.0.1:7777/callback, and configure `clientId`.",
    );
    expect(error).toMatchObject({ reason: { problem: "client_id_required", issuer: world.issuer } });
  });

  test("a registration is used again, by later providers too, while its redirect fits", async () => {
    const store = memoryStore();
    const first = await signedIn({ store });
    await first.provider.signOut();
    await setup({ store }, first.world).call();
    expect(registered(first.world)).toHaveLength(1);
    await first.provider.signOut();
    const flow = first.world.flow();
    const moved = {
      prepare: async (request: never) => ({
        ...(await flow.prepare(request)),
        redirectUri: "http://127.0.0.1:8888/callback",
      }),
    };
    const third = setup({ store, flow: moved, server: first.world.server }, first.world);
    await third.provider.signOut();
    first.world.expireAll();
    await third.call();
    expect(registered(first.world).map((one) => one["redirect_uris"])).toEqual([
      ["http://127.0.0.1:7777/callback"],
      ["http://127.0.0.1:8888/callback"],
    ]);
  });
});

describe("a client the server no longer knows", () => {
  test.each(["invalid_client", "unauthorized_client"])(
    "at the token endpoint (%s) is registered anew, once",
    async (code) => {
      const { world, call } = await signedIn();
      world.expireAll();
      world.routes.set("POST https://as.example.com/token", ({ form }) => {
        if (form.get("client_id") === "dyn-1") return json({ error: code }, 401);
        world.routes.delete("POST https://as.example.com/token");
        return world.send("https://as.example.com/token", { method: "POST", body: form.toString() });
      });
      expect((await call()).status).toBe(200);
      expect(registered(world)).toHaveLength(2);
    },
  );

  test("is not replaced when it was configured", async () => {
    const { world, call } = await signedIn({ clientId: "mine" });
    world.expireAll();
    world.routes.set("POST https://as.example.com/token", () => json({ error: "invalid_client" }, 401));
    const error = await failure(call());
    expect(error).toMatchObject({ reason: { problem: "token_request", error: "invalid_client" } });
    expect(registered(world)).toHaveLength(0);
  });

  test("is not registered for ever", async () => {
    const world = new World();
    world.routes.set("POST https://as.example.com/token", () => json({ error: "invalid_client" }, 401));
    expect(await failure(setup({}, world).call())).toMatchObject({ reason: { error: "invalid_client" } });
    expect(registered(world)).toHaveLength(2);
    expect(world.visits.length).toBeLessThanOrEqual(3);
  });

  test("can be forgotten by hand, and the error of a user who did not come back says so", async () => {
    const { world, time, provider, call } = await signedIn({ timeout: 1_000 });
    await provider.signOut();
    world.expireAll();
    world.routes.set("GET https://as.example.com/authorize", () => new Promise(() => undefined));
    const pending = failure(call());
    await until(() => world.visits.length === 2);
    time.advance(1_001);
    expect((await pending).message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: nobody came back in time. If the page said that it does not know " +
        "the client, call forgetRegistration(). Start again.",
    );
    await provider.forgetRegistration();
    world.routes.clear();
    expect((await call()).status).toBe(200);
    expect(registered(world)).toHaveLength(2);
  });
});

test.each([
  ["http://app.example.com/client.json", "https"],
  ["https://app.example.com", "path"],
  ["https://app.example.com/", "path"],
  ["https://app.example.com/c.json#x", "fragment"],
  ["https://me@app.example.com/c.json", "user name"],
  ["nonsense", "https"],
])("a document at %s is refused", (url, why) => {
  expect(() => checkClientMetadataUrl(url)).toThrow(TypeError);
  expect(() => checkClientMetadataUrl(url)).toThrow(why);
});
