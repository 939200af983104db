import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import { Provider } from "oidc-provider";

const SCOPES = ["mcp:read", "mcp:write"];

/** The credentials of a machine the authorization server knows. */
export const MACHINE = { id: "machine", secret: "a-secret-of-a-machine-that-is-long-enough" } as const;

/** An MCP server that wants tokens, and the authorization server that issues them. */
export interface ProtectedServer {
  readonly url: string;
  readonly issuer: string;
  /** The subjects of the tokens that were taken. */
  readonly subjects: readonly string[];
  close(): Promise<void>;
}

/** Starts both on loopback. Whoever comes to sign in is ada, and consents to everything. */
export async function protectedServer(): Promise<ProtectedServer> {
  const authorization = createServer();
  const issuer = await listening(authorization);
  const subjects: string[] = [];
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  const resource = (): string => host.url;
  const metadata = (): string => `${new URL(host.url).origin}/.well-known/oauth-protected-resource/mcp`;
  const host = await serveHttp(testServer({ tools: { hello: () => "hello, ada" } }), {
    intercept(request, response) {
      if (request.url !== "/.well-known/oauth-protected-resource/mcp") return false;
      const body = { resource: resource(), authorization_servers: [issuer], scopes_supported: SCOPES };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      return true;
    },
    async authenticate(request) {
      const [, token = ""] = request.headers.get("authorization")?.split(" ") ?? [];
      keys ??= createLocalJWKSet((await (await fetch(`${issuer}/jwks`)).json()) as { keys: JWK[] });
      try {
        const { payload } = await jwtVerify(token, keys, { issuer, audience: resource() });
        subjects.push(payload.sub ?? "");
        return { auth: payload };
      } catch {
        const challenge = `Bearer error="invalid_token", resource_metadata="${metadata()}"`;
        return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
      }
    },
  });
  const provider = makeProvider(issuer, resource());
  authorization.on("request", (request, response) => serve(provider, resource(), request, response));
  return {
    url: host.url,
    issuer,
    subjects,
    async close() {
      await host.close();
      authorization.closeAllConnections();
      await new Promise((resolve) => authorization.close(resolve));
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function makeProvider(issuer: string, resource: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: MACHINE.id,
        client_secret: MACHINE.secret,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    clientDefaults: { grant_types: ["authorization_code", "refresh_token"] },
    scopes: ["openid", "offline_access", ...SCOPES],
    pkce: { required: () => true },
    issueRefreshToken: async (_ctx: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: SCOPES.join(" "),
          audience: resource,
          accessTokenFormat: "jwt",
          accessTokenTTL: 600,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_ctx: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ["a key for tests"] },
    ttl: { AccessToken: 600, Interaction: 60, Session: 600, Grant: 600, RefreshToken: 600 },
  });
}

function serve(
  provider: Provider,
  resource: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.url?.startsWith("/interaction/") !== true) {
    provider.callback()(request, response);
    return;
  }
  consent(provider, resource, request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
}

async function consent(
  provider: Provider,
  resource: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const result = { login: { accountId: "ada" } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? "",
    clientId: String(params["client_id"]),
  });
  grant.addOIDCScope(["openid", "offline_access", ...SCOPES].join(" "));
  grant.addResourceScope(resource, SCOPES.join(" "));
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

/**
 * Signs in as a browser does: keeps cookies and follows redirects, until one leads away from the authorization server.
 *
 * @param url - where the command sent the user
 * @returns the address the user ends on
 */
export async function signIn(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(url);
  let next = url;
  while (new URL(next).origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: cookie === "" ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    await response.body?.cancel();
    if (location === null) throw new Error(`the sign-in ended at ${next} with ${response.status}`);
    next = new URL(location, next).href;
  }
  return next;
}
