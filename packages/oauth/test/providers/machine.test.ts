import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { clientCredentials, enterpriseManaged, privateKeyJwt, workloadIdentity } from "../../src/machine.ts";
import { ManualTime } from "../fixtures/time.ts";
import { call, failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const TOKEN = "POST https://as.example.com/token";
const form = (world: World, at = 0) => Object.fromEntries(world.tokenRequests[at]?.form ?? []);

// @req oauth.client-credentials
describe("clientCredentials", () => {
  test("asks for the resource and the scopes of the challenge, with the secret where the server wants it", async () => {
    const world = new World();
    world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["client_secret_post"] };
    world.resource = { ...world.resource, scopes_supported: ["mcp:a"] };
    const provider = clientCredentials({ clientId: "bot", clientSecret: "s", fetch: world.fetch });
    expect((await call(provider, world.send, world.server)).status).toBe(200);
    expect(form(world)).toEqual({
      grant_type: "client_credentials",
      resource: world.server,
      scope: "mcp:a",
      client_id: "bot",
      client_secret: "s",
    });
  });

  test("needs no PKCE of the server, nor an authorization endpoint", async () => {
    const world = new World();
    world.metadata = { issuer: world.issuer, token_endpoint: `${world.issuer}/token` };
    const provider = clientCredentials({ clientId: "bot", clientSecret: "s", fetch: world.fetch });
    expect((await call(provider, world.send, world.server)).status).toBe(200);
    expect(world.tokenRequests[0]?.headers.get("authorization")).toBe(`Basic ${btoa("bot:s")}`);
  });

  test("gets a new token before the old one expires, and asks once for all", async () => {
    const world = new World();
    const time = new ManualTime();
    const provider = clientCredentials({
      clientId: "bot",
      clientSecret: "s",
      fetch: world.fetch,
      clock: time.clock,
      now: time.now,
    });
    const send = () => call(provider, world.send, world.server);
    await send();
    time.advance(3_590_000);
    const outcomes = await Promise.all(Array.from({ length: 10 }, send));
    expect(outcomes.every(({ status, sent }) => status === 200 && sent === 1)).toBe(true);
    expect(world.tokenRequests).toHaveLength(2);
  });

  test("shares what it got through the store", async () => {
    const world = new World();
    const store = memoryStore();
    for (const _ of [1, 2]) {
      const provider = clientCredentials({ clientId: "bot", clientSecret: "s", fetch: world.fetch, store });
      await call(provider, world.send, world.server);
    }
    expect(world.tokenRequests).toHaveLength(1);
  });

  test("signs with a key, for the issuer", async () => {
    const world = new World();
    world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["private_key_jwt"] };
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const clientAssertion = privateKeyJwt(await exportPKCS8(privateKey));
    const provider = clientCredentials({ clientId: "bot", clientAssertion, fetch: world.fetch });
    expect((await call(provider, world.send, world.server)).status).toBe(200);
    const { client_assertion: assertion = "", ...rest } = form(world);
    expect(rest).toMatchObject({ client_id: "bot", grant_type: "client_credentials" });
    await jwtVerify(assertion, publicKey, { audience: world.issuer, issuer: "bot", subject: "bot" });
  });

  test("says what the server said", async () => {
    const world = new World();
    world.routes.set(TOKEN, () =>
      json({ error: "invalid_client", error_description: "who?" }, 401, { "www-authenticate": "Basic" }),
    );
    const provider = clientCredentials({ clientId: "bot", clientSecret: "s", fetch: world.fetch });
    const error = await failure(call(provider, world.send, world.server));
    expect(error.message).toBe(
      'Cannot get a token for https://mcp.example.com/mcp at https://as.example.com/token: invalid_client ("who?").',
    );
    expect(error).toMatchObject({
      kind: "transport",
      code: -32000,
      reason: {
        problem: "token_request",
        status: 401,
        error: "invalid_client",
        retryable: false,
        issuer: world.issuer,
      },
    });
  });

  test("needs a way to prove who it is", () => {
    expect(() => clientCredentials({ clientId: "bot" })).toThrow(TypeError);
  });
});

describe("workloadIdentity", () => {
  test("sends one jwt-bearer request", async () => {
    const world = new World();
    const provider = workloadIdentity({
      clientId: "w",
      assertion: ({ issuer }) => `jwt.for.${issuer}`,
      fetch: world.fetch,
    });
    expect((await call(provider, world.send, world.server)).status).toBe(200);
    expect(form(world)).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "jwt.for.https://as.example.com",
      resource: world.server,
      client_id: "w",
    });
  });

  test("does not send a rejected assertion again, nor try another grant", async () => {
    const world = new World();
    world.routes.set(TOKEN, () => json({ error: "invalid_grant" }, 400));
    let assertion = "old.jwt";
    const provider = workloadIdentity({ assertion: () => assertion, fetch: world.fetch });
    for (const _ of [1, 2, 3]) {
      expect(await failure(call(provider, world.send, world.server))).toMatchObject({
        reason: { error: "invalid_grant" },
      });
    }
    expect(world.tokenRequests).toHaveLength(1);
    assertion = "new.jwt";
    world.routes.delete(TOKEN);
    expect((await call(provider, world.send, world.server)).status).toBe(200);
  });

  test("sends one again that failed for the network only", async () => {
    const world = new World();
    world.routes.set(TOKEN, () => new Response("down", { status: 503 }));
    const provider = workloadIdentity({ assertion: () => "jwt", fetch: world.fetch });
    await failure(call(provider, world.send, world.server));
    world.routes.delete(TOKEN);
    expect((await call(provider, world.send, world.server)).status).toBe(200);
  });

  test("passes on what the assertion throws", async () => {
    const world = new World();
    const error = new Error("no token file");
    const provider = workloadIdentity({ assertion: () => Promise.reject(error), fetch: world.fetch });
    expect(await failure(call(provider, world.send, world.server))).toBe(error);
  });
});

describe("enterpriseManaged", () => {
  const IDP = "https://idp.example.com";
  const make = (world: World, options = {}) =>
    enterpriseManaged({
      clientId: "at-as",
      clientSecret: "as-secret",
      idp: { issuer: IDP, clientId: "at-idp", clientSecret: "idp-secret" },
      subjectToken: () => "the.id.token",
      fetch: world.fetch,
      ...options,
    });
  const withIdp = () => {
    const world = new World();
    // An identity provider says nothing of PKCE, and need not.
    world.routes.set(`GET ${IDP}/.well-known/openid-configuration`, () =>
      json({
        issuer: IDP,
        token_endpoint: `${IDP}/token`,
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      }),
    );
    world.routes.set(`POST ${IDP}/token`, () =>
      json({
        access_token: "the.id.jag",
        token_type: "N_A",
        issued_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        expires_in: 300,
      }),
    );
    return world;
  };

  test("exchanges the sign-in at the identity provider, and the grant at the authorization server", async () => {
    const world = withIdp();
    world.resource = { ...world.resource, scopes_supported: ["mcp:a"] };
    expect((await call(make(world), world.send, world.server)).status).toBe(200);
    expect(Object.fromEntries(world.of(`POST ${IDP}/token`)[0]?.form ?? [])).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
      audience: world.issuer,
      resource: world.server,
      scope: "mcp:a",
      subject_token: "the.id.token",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      client_id: "at-idp",
      client_secret: "idp-secret",
    });
    expect(form(world)).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "the.id.jag",
      resource: world.server,
    });
    expect(world.visits).toHaveLength(0);
  });

  test("takes a SAML assertion, and a token endpoint that is given", async () => {
    const world = withIdp();
    const provider = make(world, {
      idp: { issuer: IDP, tokenEndpoint: `${IDP}/token`, clientId: "at-idp" },
      subjectToken: async () => ({ token: "<saml/>", type: "saml2" }),
    });
    expect((await call(provider, world.send, world.server)).status).toBe(200);
    expect(world.count(`GET ${IDP}/.well-known/openid-configuration`)).toBe(0);
    expect(world.of(`POST ${IDP}/token`)[0]?.form.get("subject_token_type")).toBe(
      "urn:ietf:params:oauth:token-type:saml2",
    );
  });

  test("says who refused", async () => {
    const world = withIdp();
    world.routes.set(`POST ${IDP}/token`, () =>
      json({ error: "access_denied", error_description: "policy" }, 403),
    );
    expect((await failure(call(make(world), world.send, world.server))).message).toBe(
      "Cannot get a grant for https://mcp.example.com/mcp from the identity provider at https://idp.example.com/token: " +
        'access_denied ("policy").',
    );
    expect(world.tokenRequests).toHaveLength(0);
  });

  test("looks for an identity provider it could not find again", async () => {
    const world = withIdp();
    const found = world.routes.get(`GET ${IDP}/.well-known/openid-configuration`);
    world.routes.delete(`GET ${IDP}/.well-known/openid-configuration`);
    const provider = make(world);
    expect(await failure(call(provider, world.send, world.server))).toMatchObject({
      reason: { problem: "discovery_failed" },
    });
    if (found !== undefined) world.routes.set(`GET ${IDP}/.well-known/openid-configuration`, found);
    expect((await call(provider, world.send, world.server)).status).toBe(200);
  });
});
