import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import { listsS256 } from "../discovery/server-metadata.ts";
import type { Environment } from "../environment.ts";
import { isAuthorizationError, signInError } from "../errors.ts";
import type { PreparedFlow, UserAgentFlow } from "../flows/port.ts";
import type { BegunSignIn, Grant, GrantContext, Granted } from "../session/grant.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { CodeClient } from "./code-client.ts";
import { finish } from "./finish.ts";
import { arrive, type Departure, depart } from "./pending.ts";
import { visit } from "./visit.ts";

/** How long a user may take where the answer comes back by itself, and where the application brings it, in milliseconds. */
export const VISIT_TIMEOUT = 300_000;
export const EXTERNAL_TIMEOUT = 600_000;
/** Most times a user is sent away for one token. */
const MAX_VISITS = 3;

/** What the code grant is configured with. */
export interface CodeGrantOptions {
  readonly client: CodeClient;
  readonly boundClientId: string | undefined;
  readonly flow: UserAgentFlow | undefined;
  readonly redirectUri: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly addScopes: readonly string[] | undefined;
  readonly offlineAccess: boolean;
  readonly timeout: number;
}

/** The authorization code grant: a user consents in a browser. */
export class CodeGrant implements Grant {
  readonly pkce = true;
  readonly interactive = true;
  readonly boundClientId: string | undefined;
  readonly begin: ((context: GrantContext) => Promise<BegunSignIn>) | undefined;
  readonly #options: CodeGrantOptions;

  constructor(options: CodeGrantOptions) {
    this.#options = options;
    this.boundClientId = options.boundClientId;
    const { redirectUri } = options;
    if (redirectUri !== undefined) this.begin = (context) => this.#begin(context, redirectUri);
  }

  identify(env: Environment, target: Target): Promise<ClientIdentity | undefined> {
    return this.#options.client.identify(env, target);
  }

  forget(env: Environment, target: Target, client: ClientIdentity): Promise<void> {
    return this.#options.client.forget(env, target, client);
  }

  async obtain(context: GrantContext): Promise<Granted> {
    checkServer(context);
    const { flow } = this.#options;
    if (flow === undefined) throw new TypeError("Give a flow or use begin() and complete()");
    const { env, target, signal } = context;
    const registered = await this.#options.client.registration(env, target);
    const prepared = await flow.prepare({ preferred: registered?.redirectUris ?? [], signal });
    try {
      return await this.#visits(context, prepared);
    } finally {
      await prepared.dispose();
    }
  }

  async #visits(context: GrantContext, prepared: PreparedFlow): Promise<Granted> {
    const recovery = new Recovery();
    for (let visits = 1; ; visits += 1) {
      const scopes = this.#scopes(context, recovery.withoutOffline);
      const { client, reused } = await this.#options.client.forRedirect(
        context,
        prepared.redirectUri,
        scopes,
      );
      const { redirectUri } = prepared;
      const expiresAt = context.env.now() + this.#options.timeout;
      const departure = await depart(context, { client, redirectUri, scopes, expiresAt });
      context.onUrl?.({ url: departure.url.href, expiresAt });
      try {
        return await this.#visit(context, prepared, departure, client, reused);
      } catch (thrown) {
        const again = visits < MAX_VISITS && recovery.isPossible(thrown, client, scopes);
        if (!again) throw thrown;
        if (recovery.forget) await this.#options.client.forget(context.env, context.target, client);
      }
    }
  }

  async #visit(
    context: GrantContext,
    prepared: PreparedFlow,
    departure: Departure,
    client: ClientIdentity,
    reused: boolean,
  ): Promise<Granted> {
    const { env, prover, signal } = context;
    const hint = reused
      ? ". If the page said that it does not know the client, call forgetRegistration()"
      : "";
    try {
      const params = await visit(context, prepared, departure, hint);
      const by = { client: async () => client, prover: async () => prover, signal };
      return (await finish(env, params, by)).granted;
    } finally {
      // Whatever came of it, it is not to be completed a second time.
      await arrive(env, departure.state);
    }
  }

  async #begin(context: GrantContext, redirectUri: string): Promise<BegunSignIn> {
    checkServer(context);
    const scopes = this.#scopes(context, false);
    const { client } = await this.#options.client.forRedirect(context, redirectUri, scopes);
    const expiresAt = context.env.now() + this.#options.timeout;
    const { url } = await depart(context, { client, redirectUri, scopes, expiresAt });
    return { url: url.href, expiresAt };
  }

  #scopes(context: GrantContext, withoutOffline: boolean): readonly string[] {
    const { scopes, addScopes, offlineAccess } = this.#options;
    const listed = context.target.metadata.scopes_supported?.includes("offline_access") === true;
    const chosen = context.scopes({ override: scopes, add: addScopes, offline: offlineAccess && listed });
    return withoutOffline ? chosen.filter((scope) => scope !== "offline_access") : chosen;
  }
}

/** Which failures of a visit one more visit may cure, each once. */
class Recovery {
  withoutOffline = false;
  forget = false;
  #forgot = false;

  isPossible(thrown: unknown, client: ClientIdentity, scopes: readonly string[]): boolean {
    this.forget = false;
    if (!isAuthorizationError(thrown)) return false;
    const { problem, error } = thrown.reason;
    if (problem !== "callback" && problem !== "token_request") return false;
    if (error === "invalid_scope" && scopes.includes("offline_access") && !this.withoutOffline) {
      this.withoutOffline = true;
      return true;
    }
    const unknownClient = error === "invalid_client" || error === "unauthorized_client";
    if (!unknownClient || client.source === "configured" || this.#forgot) return false;
    this.#forgot = true;
    this.forget = true;
    return true;
  }
}

function checkServer({ env, target }: GrantContext): void {
  const { metadata, server } = target;
  const { issuer } = metadata;
  const silent = metadata.code_challenge_methods_supported === undefined;
  const shown = publicUrl(issuer);
  if (metadata.authorization_endpoint === undefined) {
    throw signInError("discovery_failed", server, `${shown} has no authorization endpoint`, { issuer });
  }
  if (listsS256(metadata) || (silent && env.switches(issuer).assumePkceS256 === true)) return;
  const advice = silent ? `. If it does, set issuers["${shown}"].assumePkceS256` : "";
  throw signInError("pkce_unsupported", server, `${shown} does not support PKCE with S256${advice}`, {
    issuer,
  });
}
