import { describe, expect, test } from "vitest";
import { discover } from "../../src/discovery/discover.ts";
import { type CommonOptions, environmentOf } from "../../src/environment.ts";
import { failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

const PRM = "GET https://mcp.example.com/.well-known/oauth-protected-resource";
const AS = "GET https://as.example.com/.well-known/oauth-authorization-server";
const OIDC = "GET https://as.example.com/.well-known/openid-configuration";
const find = (world: World, advertised: readonly string[] = [], options: CommonOptions = {}) =>
  discover(environmentOf({ fetch: world.fetch, ...options }), {
    server: world.server,
    advertised,
    pkce: true,
  });
const paths = (world: World) => world.seen.map(({ url }) => url.host + url.pathname);

// @req oauth.discovery
describe("resource metadata", () => {
  test("an advertised URL is asked alone", async () => {
    const world = new World();
    world.routes.set("GET https://cdn.example.com/meta.json", () => json(world.resource));
    await find(world, ["https://cdn.example.com/meta.json"]);
    expect(paths(world)).toEqual([
      "cdn.example.com/meta.json",
      "as.example.com/.well-known/oauth-authorization-server",
    ]);
  });

  test("is sent byte for byte", async () => {
    const world = new World("https://mcp.example.com/");
    world.resource = { resource: "https://mcp.example.com", authorization_servers: [world.issuer] };
    world.routes.set(PRM, () => json(world.resource));
    expect((await find(world)).resource).toBe("https://mcp.example.com");
  });

  test.each([400, 401, 403, 404, 410, 502])("HTTP %i moves on to the root", async (status) => {
    const world = new World();
    world.routes.set(`${PRM}/mcp`, () => new Response("no", { status }));
    world.routes.set(PRM, () =>
      json({ resource: "https://mcp.example.com", authorization_servers: [world.issuer] }),
    );
    expect((await find(world)).resource).toBe("https://mcp.example.com");
  });

  test.each([500, 503])("HTTP %i stops: looking elsewhere would hide it", async (status) => {
    const world = new World();
    world.routes.set(`${PRM}/mcp`, () => new Response("no", { status }));
    const error = await failure(find(world));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: no authorization metadata at " +
        `https://mcp.example.com/.well-known/oauth-protected-resource/mcp (HTTP ${status}). Try again later.`,
    );
    expect(error).toMatchObject({
      reason: { type: "authorization", problem: "discovery_failed", retryable: true, status },
    });
  });

  test("HTML of a single-page application counts as none", async () => {
    const world = new World();
    world.routes.set(
      `${PRM}/mcp`,
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    );
    world.routes.set(PRM, () =>
      json({ resource: "https://mcp.example.com/mcp", authorization_servers: [world.issuer] }),
    );
    expect((await find(world)).metadata.issuer).toBe(world.issuer);
  });

  test("for another resource is refused, and names it", async () => {
    const world = new World();
    world.resource = { resource: "https://evil.example.com/mcp", authorization_servers: [world.issuer] };
    const error = await failure(find(world));
    expect(error.message).toContain('its metadata is for "https://evil.example.com/mcp"');
    expect(error).toMatchObject({ reason: { problem: "resource_mismatch" } });
    expect(world.of(AS)).toHaveLength(0);
  });

  test("that was advertised and is nowhere does not fall back to the endpoints of older servers", async () => {
    const world = new World();
    world.resource = undefined;
    const error = await failure(find(world, ["https://mcp.example.com/gone"]));
    expect(error).toMatchObject({ reason: { problem: "discovery_failed", retryable: false } });
    expect(
      world.seen.every(({ url }) => url.host === "mcp.example.com" && !url.pathname.endsWith("server")),
    ).toBe(true);
  });
});

describe("the authorization server", () => {
  test("that cannot be reached is passed over for the next, three at most", async () => {
    const world = new World();
    const down = ["https://d1.example.com", "https://d2.example.com"];
    world.resource = {
      resource: world.server,
      authorization_servers: [...down, world.issuer, "https://d4.example.com"],
    };
    for (const issuer of down) {
      for (const kind of ["oauth-authorization-server", "openid-configuration"]) {
        world.routes.set(`GET ${issuer}/.well-known/${kind}`, () =>
          Promise.reject(new TypeError("fetch failed")),
        );
      }
    }
    expect((await find(world)).metadata.issuer).toBe(world.issuer);
  });

  test("whose document names another issuer stops everything", async () => {
    const world = new World();
    world.metadata = { ...world.metadata, issuer: "https://attacker.example.com" };
    const error = await failure(find(world));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: the metadata of https://as.example.com/ states the issuer " +
        '"https://attacker.example.com". If right, set issuers["https://as.example.com/"].metadataIssuer.',
    );
    expect(world.of(OIDC)).toHaveLength(0);
  });

  test("is preferred with S256: the other document may list it", async () => {
    const world = new World();
    const { code_challenge_methods_supported: _, ...silent } = world.metadata;
    world.routes.set(AS, () => json({ ...silent, token_endpoint: "https://as.example.com/silent" }));
    world.routes.set(OIDC, () => json(world.metadata));
    expect((await find(world)).metadata.token_endpoint).toBe("https://as.example.com/token");
    world.routes.set(OIDC, () => new Response(null, { status: 404 }));
    expect((await find(world)).metadata.token_endpoint).toBe("https://as.example.com/silent");
  });

  test("without token_endpoint in its document is looked for at the next place", async () => {
    const world = new World();
    world.routes.set(AS, () => json({ issuer: world.issuer }));
    world.routes.set(OIDC, () => json(world.metadata));
    expect((await find(world)).metadata.issuer).toBe(world.issuer);
  });

  test("that is configured has to be one of those the server names", async () => {
    const world = new World();
    const error = await failure(find(world, [], { issuer: "https://other.example.com" }));
    expect(error.message).toBe(
      "Cannot sign in to https://mcp.example.com/mcp: it uses https://as.example.com/, and `issuer` is https://other.example.com/.",
    );
    expect(error).toMatchObject({ reason: { problem: "issuer_mismatch", error: "configured" } });
  });

  test("that is configured stands in for metadata the server has not", async () => {
    const world = new World();
    world.resource = undefined;
    const target = await find(world, [], { issuer: world.issuer });
    expect(target).toMatchObject({
      resource: "https://mcp.example.com/mcp",
      metadata: { issuer: world.issuer },
    });
  });
});

describe("2025-03-26", () => {
  test("without resource metadata the server's origin is its authorization server, and no resource is sent", async () => {
    const world = new World("https://mcp.example.com/mcp", "https://mcp.example.com");
    world.resource = undefined;
    const target = await find(world);
    expect(target).toMatchObject({ resource: undefined, audience: "https://mcp.example.com" });
    expect(target.metadata.token_endpoint).toBe("https://mcp.example.com/token");
  });

  test("without any metadata it has the default endpoints", async () => {
    const world = new World("https://mcp.example.com/mcp", "https://mcp.example.com");
    world.resource = undefined;
    world.routes.set(
      "GET https://mcp.example.com/.well-known/oauth-authorization-server",
      () => new Response(null, { status: 404 }),
    );
    expect((await find(world)).metadata).toMatchObject({
      authorization_endpoint: "https://mcp.example.com/authorize",
      token_endpoint: "https://mcp.example.com/token",
      registration_endpoint: "https://mcp.example.com/register",
    });
  });

  test("endpoints are not guessed while a place could not be reached", async () => {
    const world = new World("https://mcp.example.com/mcp", "https://mcp.example.com");
    world.resource = undefined;
    world.routes.set("GET https://mcp.example.com/.well-known/oauth-authorization-server", () =>
      Promise.reject(new TypeError("fetch failed")),
    );
    expect(await failure(find(world))).toMatchObject({
      reason: { problem: "discovery_failed", retryable: true },
    });
  });
});

test("no request carries a header that would need a preflight in a browser", async () => {
  const world = new World();
  await find(world);
  for (const { headers } of world.seen) expect([...headers.keys()]).toEqual(["accept"]);
});

test("a remote server cannot name a private authorization server", async () => {
  const world = new World();
  world.resource = { resource: world.server, authorization_servers: ["https://192.168.0.1"] };
  const error = await failure(find(world));
  expect(error).toMatchObject({ reason: { problem: "blocked_url" } });
  expect(world.seen.some(({ url }) => url.hostname === "192.168.0.1")).toBe(false);
});
