import type { TokenProvider } from "@snodo/protocol";
import { type CodeClientOptions, codeClient } from "../authorize/code-client.ts";
import { codeGrant, EXTERNAL_TIMEOUT, VISIT_TIMEOUT } from "../authorize/code-grant.ts";
import { signInCode } from "../authorize/load.ts";
import { type CommonOptions, environmentOf } from "../environment.ts";
import type { UserAgentFlow } from "../flows/port.ts";
import type { BegunSignIn } from "../session/grant.ts";
import { type Interaction, Session } from "../session/session.ts";
import { beginSignIn, signInNeed } from "../session/sign-in.ts";
import { forgetTokens } from "../session/sign-out.ts";
import { type SignInStatus, signInStatus } from "../session/status.ts";
import { providerOf } from "./machine.ts";

/** Options of {@link authorizationCode}. */
export interface AuthorizationCodeOptions extends CommonOptions, CodeClientOptions {
  /** Sends the user away and brings the answer back: `loopbackFlow`, `pasteFlow`, `popupFlow`, `redirectFlow`. */
  readonly flow?: UserAgentFlow | undefined;
  /** Instead of a flow: where the authorization server sends the user back to, for `begin` and `complete`. */
  readonly redirectUri?: string | undefined;
  /** When the user may be asked; `auto` with a flow, `explicit` with a redirectUri. */
  readonly interaction?: Interaction | undefined;
  /** What to ask for instead of what the server's challenge and metadata say. */
  readonly scopes?: readonly string[] | undefined;
  /** What to ask for besides. */
  readonly addScopes?: readonly string[] | undefined;
  /** Whether to ask for `offline_access` where the authorization server lists it; defaults to true. */
  readonly offlineAccess?: boolean | undefined;
  /** How long the user may take, in milliseconds; defaults to 300,000, with a redirectUri 600,000. */
  readonly timeout?: number | undefined;
}

/** A provider that signs users in. */
export interface UserTokenProvider extends TokenProvider {
  /**
   * Signs the user in now, instead of when a request needs it; resolves when a token is there.
   *
   * @param options - `signal` gives up waiting
   */
  signIn(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Forgets the tokens of this server and account; the client's registration is kept. */
  signOut(): Promise<void>;
  /** Says what is known of the sign-in, or undefined when there is none. Nothing is sent. */
  status(): Promise<SignInStatus | undefined>;
}

/** What {@link authorizationCode} returns. */
export interface AuthorizationCodeProvider extends UserTokenProvider {
  /**
   * Starts a sign-in and resolves with where the user has to go.
   *
   * @returns the URL, which must reach the user and nobody else, and when the answer stops being accepted
   */
  begin(): Promise<BegunSignIn>;
  /**
   * Finishes a sign-in that `begin` started, here or in another process that shares the store, for the same server and
   * account. Give every user an `account` of their own, and complete as the user whose browser came back: then nobody
   * can be led into the sign-in of somebody else.
   *
   * @param callback - the URL the user came back to, its query, or its parameters; all of them, `iss` included
   */
  complete(callback: string | URL | URLSearchParams): Promise<void>;
  /** Forgets the client registered at the authorization server, for when it no longer knows it. */
  forgetRegistration(): Promise<void>;
}

/**
 * Signs a user in through their browser: authorization code with PKCE (S256), `state`, `iss`, and the resource the
 * token is for; refreshes while it can, and asks again for more when the server insists on it.
 * spec: 2026-07-28 basic/authorization, back to 2025-03-26; OAuth 2.1, RFC 8414, 8707, 9207, 9728.
 *
 * @param options - `flow` or `redirectUri`, and who the client is: `clientId` (with `clientSecret` or `clientAssertion`),
 *   `clientMetadataUrl`, or neither to register dynamically
 * @returns a provider whose calls reject with McpError `authorization` of any problem, or with the reason of a signal
 * @throws TypeError for options that contradict each other
 */
export function authorizationCode(options: AuthorizationCodeOptions): AuthorizationCodeProvider {
  const { flow, redirectUri } = options;
  if ((flow === undefined) === (redirectUri === undefined))
    throw new TypeError("Give a flow or a redirectUri");
  const client = codeClient(options, ["authorization_code", "refresh_token"]);
  const grant = codeGrant({
    client,
    boundClientId: options.clientId,
    flow,
    redirectUri,
    scopes: options.scopes,
    addScopes: options.addScopes,
    offlineAccess: options.offlineAccess ?? true,
    timeout: options.timeout ?? (flow === undefined ? EXTERNAL_TIMEOUT : VISIT_TIMEOUT),
  });
  const chosen = options.interaction ?? "auto";
  const interaction = flow === undefined && chosen === "auto" ? "explicit" : chosen;
  const session = new Session(environmentOf(options), grant, options.server, interaction);
  return {
    ...providerOf(session),
    begin: () => beginSignIn(session),
    complete: async (callback) => (await signInCode()).complete(session, client, callback),
    async signIn({ signal } = {}) {
      await session.need(signInNeed(session), signal);
    },
    signOut: () => forgetTokens(session),
    status: () => signInStatus(session),
    async forgetRegistration() {
      const target = await session.lastTarget();
      if (target !== undefined) await client.forget(session.env, target);
    },
  };
}
