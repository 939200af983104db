import { publicUrl, type TokenProvider } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import { discoveryFailed } from "../discovery/document.ts";
import { findServerMetadata } from "../discovery/server-metadata.ts";
import type { CommonOptions, Environment } from "../environment.ts";
import type { GrantContext } from "../session/grant.ts";
import { askTokenEndpoint } from "../token/endpoint.ts";
import { type ClientOptions, configuredClient } from "./configured-client.ts";
import { machineProvider } from "./machine.ts";

/** The organisation's identity provider, where its users sign in. */
export interface IdentityProvider extends ClientOptions {
  readonly issuer: string;
  /** Where tokens are exchanged; by default the provider's metadata says. */
  readonly tokenEndpoint?: string | undefined;
  /** The client id this application has there, as used for the sign-in. */
  readonly clientId: string;
}

/** What the user signed in with. */
export interface SubjectToken {
  readonly token: string;
  /** Defaults to `id_token`. */
  readonly type?: "id_token" | "saml2" | undefined;
}

/** Options of {@link enterpriseManaged}. */
export interface EnterpriseManagedOptions extends CommonOptions, ClientOptions {
  readonly clientId: string;
  readonly idp: IdentityProvider;
  /** Gives the user's ID token (or SAML assertion) of the organisation's sign-in; asked when a token is needed. */
  readonly subjectToken: () => string | SubjectToken | Promise<string | SubjectToken>;
  /** What to ask for instead of what the server's challenge and metadata say. */
  readonly scopes?: readonly string[] | undefined;
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/**
 * Lets an organisation decide which servers its users' clients may use: the user's sign-in is exchanged at the identity
 * provider for a grant (ID-JAG), and that at the server's authorization server for a token. The user is never sent to it.
 * spec: ext-auth, enterprise-managed authorization (SEP-990); RFC 8693, RFC 7523.
 *
 * @param options - the client at the authorization server, and the identity provider
 * @returns a provider; its errors are those of {@link clientCredentials}, and what `subjectToken` throws
 */
export function enterpriseManaged(options: EnterpriseManagedOptions): TokenProvider {
  const idpClient = configuredClient(options.idp);
  let idp: Promise<IdpEndpoint> | undefined;
  return machineProvider(
    options,
    async (context, scopes) => {
      const scope = scopes.length === 0 ? undefined : scopes.join(" ");
      idp ??= findIdp(context.env, options.idp, context.signal);
      // A failure to find it is not kept.
      idp.catch(() => {
        idp = undefined;
      });
      const assertion = await exchange(context, await idp, await subjectOf(options), idpClient, scope);
      return {
        grantType: JWT_BEARER,
        parameters: { assertion, scope, resource: context.target.resource },
      };
    },
    options.scopes,
  );
}

interface IdpEndpoint {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[] | undefined;
}

async function findIdp(env: Environment, idp: IdentityProvider, signal: AbortSignal): Promise<IdpEndpoint> {
  const { issuer, tokenEndpoint } = idp;
  if (tokenEndpoint !== undefined) return { issuer, token_endpoint: tokenEndpoint };
  const search = await findServerMetadata(env, issuer, issuer, { pkce: false, signal });
  if (search.found === undefined) throw discoveryFailed(issuer, search.tried, search.unreachable);
  return search.found;
}

async function subjectOf(options: EnterpriseManagedOptions): Promise<SubjectToken> {
  const subject = await options.subjectToken();
  return typeof subject === "string" ? { token: subject } : subject;
}

async function exchange(
  { env, target, signal }: GrantContext,
  idp: IdpEndpoint,
  subject: SubjectToken,
  client: ReturnType<typeof configuredClient>,
  scope: string | undefined,
): Promise<string> {
  const at: Pick<Target, "server" | "metadata"> = { server: idp.issuer, metadata: idp };
  const answer = await askTokenEndpoint(env, {
    attempt: `Cannot get a grant for ${publicUrl(target.server)} from the identity provider`,
    target: at,
    client: client(idp),
    grantType: TOKEN_EXCHANGE,
    parameters: {
      requested_token_type: ID_JAG,
      audience: target.metadata.issuer,
      resource: target.resource,
      scope,
      subject_token: subject.token,
      subject_token_type: `urn:ietf:params:oauth:token-type:${subject.type ?? "id_token"}`,
    },
    signal,
  });
  return answer.accessToken.reveal();
}
