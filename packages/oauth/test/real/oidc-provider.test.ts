import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceCode } from "../../src/device.ts";
import { dpop } from "../../src/dpop.ts";
import { authorizationCode } from "../../src/index.ts";
import { clientCredentials } from "../../src/machine.ts";
import { fileStore, loopbackFlow } from "../../src/node/index.ts";
import { browse, type RealServers, realServers } from "../fixtures/oidc.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";
import { call } from "../fixtures/transport.ts";

let real: RealServers;

beforeEach(() => {
  // It says on the console that it is no production set-up.
  vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});

afterEach(async () => {
  await real.close();
  vi.restoreAllMocks();
});

const flow = () => loopbackFlow({ open: (url) => browse(url), onUrl: () => undefined });

describe("a real authorization server", () => {
  test("registers the client, signs the user in, and gives a token for this resource", async () => {
    real = await realServers();
    const provider = authorizationCode({ flow: flow() });
    expect(await call(provider, fetch, real.server)).toEqual({ status: 200, sent: 2 });
    expect(real.taken).toMatchObject([
      {
        scheme: "Bearer",
        claims: { iss: real.issuer, aud: real.server, sub: "ada", scope: "mcp:read mcp:write" },
      },
    ]);
  });

  test("rotates refresh tokens: many refusals at once, again and again, in two providers with one store", async () => {
    real = await realServers();
    const store = fileStore({ directory: await temporaryDirectory() });
    const providers = [1, 2].map(() => authorizationCode({ flow: flow(), store }));
    const [first] = providers;
    if (first === undefined) throw new Error("no provider");
    await call(first, fetch, real.server);
    let refreshed = 0;
    real.provider.on("grant.success", () => {
      refreshed += 1;
    });
    for (let round = 1; round <= 5; round += 1) {
      real.expire();
      const calls = providers.flatMap((provider) =>
        Array.from({ length: 5 }, () => call(provider, fetch, real.server)),
      );
      expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
      expect(refreshed).toBe(round);
    }
  });

  test("is asked by a later process with what was stored", async () => {
    real = await realServers();
    const directory = await temporaryDirectory();
    await call(authorizationCode({ flow: flow(), store: fileStore({ directory }) }), fetch, real.server);
    const later = authorizationCode({ flow: flow(), store: fileStore({ directory }), interaction: "never" });
    expect(await call(later, fetch, real.server)).toEqual({ status: 200, sent: 1 });
  });

  test("gives a machine a token for its secret, signs in it and all", async () => {
    real = await realServers();
    const provider = clientCredentials({
      clientId: "machine+1",
      clientSecret: "s3cr3t/with+signs%and=more-of-them-to-be-long-enough",
      scopes: ["mcp:read"],
    });
    expect((await call(provider, fetch, real.server)).status).toBe(200);
    expect(real.taken[0]?.claims).toMatchObject({ client_id: "machine+1", scope: "mcp:read" });
  });

  test("lets a user sign in on another device", async () => {
    real = await realServers();
    const provider = deviceCode({
      clientId: "television",
      scopes: ["openid", "mcp:read"],
      clock: quick(),
      prompt: async ({ verificationUriComplete, userCode }) => {
        const jar = new Map<string, string>();
        await enterCode(verificationUriComplete ?? "", userCode, jar);
      },
    });
    expect((await call(provider, fetch, real.server)).status).toBe(200);
    expect(real.taken[0]?.claims).toMatchObject({ client_id: "television", sub: "ada" });
  });
});

describe("bound tokens", () => {
  test("go with a new proof each, which jose accepts, also after a refresh", async () => {
    real = await realServers({ dpop: true });
    const provider = authorizationCode({ flow: flow(), dpop: dpop() });
    for (const method of ["POST", "GET", "DELETE"] as const) {
      expect((await call(provider, fetch, real.server, { method })).status).toBe(200);
    }
    real.expire();
    expect((await call(provider, fetch, real.server)).status).toBe(200);
    expect(real.taken.map(({ scheme }) => scheme)).toEqual(["DPoP", "DPoP", "DPoP", "DPoP"]);
    expect(real.proofs.size).toBeGreaterThanOrEqual(4);
  });

  test("carry the nonce the server asks for", async () => {
    real = await realServers({ dpop: true });
    const provider = authorizationCode({ flow: flow(), dpop: dpop() });
    await call(provider, fetch, real.server);
    real.requireNonce("n-1");
    expect(await call(provider, fetch, real.server)).toEqual({ status: 200, sent: 2 });
    expect(await call(provider, fetch, real.server)).toEqual({ status: 200, sent: 1 });
  });

  test("survive a restart, since their key is in the store", async () => {
    real = await realServers({ dpop: true });
    const directory = await temporaryDirectory();
    await call(
      authorizationCode({ flow: flow(), dpop: dpop(), store: fileStore({ directory }) }),
      fetch,
      real.server,
    );
    const store = fileStore({ directory });
    const later = authorizationCode({ flow: flow(), dpop: dpop(), store, interaction: "never" });
    expect(await call(later, fetch, real.server)).toEqual({ status: 200, sent: 1 });
    real.expire();
    expect((await call(later, fetch, real.server)).status).toBe(200);
  });

  test("are asked for where the server says so, and the error names the option when it is not set", async () => {
    real = await realServers({ dpop: true });
    const provider = authorizationCode({ flow: flow() });
    await expect(call(provider, fetch, real.server)).rejects.toThrow(
      `Cannot sign in to ${real.server}: it takes only tokens bound to a key. Set \`dpop\` to dpop() of @snodo/oauth/dpop.`,
    );
  });
});

/** Polls without the waits between. */
function quick() {
  return {
    now: () => performance.now(),
    setTimeout: (run: () => void, milliseconds: number) =>
      setTimeout(run, milliseconds > 5_000 ? milliseconds : 5),
    clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  };
}

/** What a user does on the other device: open the page, sign in, confirm the code. */
async function enterCode(url: string, userCode: string, jar: Map<string, string>): Promise<void> {
  const page = await (await browse(url, jar)).text();
  const fields = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.set(name, value);
  fields.set("user_code", userCode);
  for (const confirm of ["", "yes"]) {
    if (confirm !== "") fields.set("confirm", confirm);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${new URL(url).origin}/device`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: fields,
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    const next =
      location === null
        ? await response.text()
        : await (await browse(new URL(location, url).href, jar)).text();
    for (const [, name = "", value = ""] of next.matchAll(/name="(\w+)" value="([^"]*)"/g))
      fields.set(name, value);
  }
}
