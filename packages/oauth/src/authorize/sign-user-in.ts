import { publicUrl } from "@snodo/protocol";
import { listsS256 } from "../discovery/server-metadata.ts";
import { isAuthorizationError, signInError } from "../errors.ts";
import type { PreparedFlow } from "../flows/port.ts";
import { clientForRedirect } from "../registration/client-for-redirect.ts";
import type { BegunSignIn, GrantContext, Granted } from "../session/grant.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { CodeGrantOptions } from "./code-grant.ts";
import { finish } from "./finish.ts";
import { arrive, type Departure, depart } from "./pending.ts";
import { visit } from "./visit.ts";

const OFFLINE = "offline_access";

/**
 * Sends the user away until a token is there, or it is plain that none will be.
 *
 * @param options - see {@link CodeGrantOptions}
 * @param context - where, and for what
 * @throws McpError `authorization`: whatever can go wrong between here and the token
 */
export async function obtain(options: CodeGrantOptions, context: GrantContext): Promise<Granted> {
  const { client: clients, flow } = options;
  checkServer(context);
  if (flow === undefined) throw new TypeError("Give a flow or use begin() and complete()");
  const registered = await clients.registration(context.env, context.target);
  const preferred = registered?.redirectUris ?? [];
  // Nobody wants to see a window open that they gave up waiting for.
  context.signal.throwIfAborted();
  const prepared = await flow.prepare({ preferred, signal: context.signal });
  try {
    return await visits(options, context, prepared);
  } finally {
    await prepared.dispose();
  }
}

/**
 * Records a sign-in and says where the user has to go.
 *
 * @param options - see {@link CodeGrantOptions}
 * @param context - where, and for what
 * @param redirectUri - where the user comes back to
 */
export async function begin(
  options: CodeGrantOptions,
  context: GrantContext,
  redirectUri: string,
): Promise<BegunSignIn> {
  checkServer(context);
  return (await leave(options, context, redirectUri)).begun;
}

async function visits(
  options: CodeGrantOptions,
  context: GrantContext,
  prepared: PreparedFlow,
): Promise<Granted> {
  let withoutOffline = false;
  let forgot = false;
  // Two failures may each be cured once, so nobody is sent away more than three times.
  for (;;) {
    const left = await leave(options, context, prepared.redirectUri, withoutOffline);
    try {
      return await visitOnce(context, prepared, left);
    } catch (thrown) {
      const cure = cureOf(thrown, left);
      if (cure === "offline") withoutOffline = true;
      else if (cure === "client" && !forgot) {
        forgot = true;
        await options.client.forget(context.env, context.target, left.client);
      } else throw thrown;
    }
  }
}

async function leave(
  options: CodeGrantOptions,
  context: GrantContext,
  redirectUri: string,
  withoutOffline = false,
) {
  const scopes = scopesToAsk(options, context, withoutOffline);
  const { client, reused } = await clientForRedirect(options.client, context, redirectUri, scopes);
  const expiresAt = context.env.now() + options.timeout;
  const departure = await depart(context, { client, redirectUri, scopes, expiresAt });
  const begun = { url: departure.url.href, expiresAt };
  context.onUrl?.(begun);
  return { departure, begun, client, reused, scopes };
}

function scopesToAsk(
  options: CodeGrantOptions,
  context: GrantContext,
  withoutOffline: boolean,
): readonly string[] {
  const listed = context.target.metadata.scopes_supported?.includes(OFFLINE) === true;
  const offline = options.offlineAccess && listed;
  const chosen = context.scopes({ override: options.scopes, add: options.addScopes, offline });
  return withoutOffline ? chosen.filter((scope) => scope !== OFFLINE) : chosen;
}

/** What another try without may succeed: offline access, or a client the server does not know (any more). */
function cureOf(
  thrown: unknown,
  { scopes, client }: { readonly scopes: readonly string[]; readonly client: ClientIdentity },
): "offline" | "client" | undefined {
  const error = isAuthorizationError(thrown) ? thrown.reason.error : undefined;
  if (error === "invalid_scope" && scopes.includes(OFFLINE)) return "offline";
  const unknown = error === "invalid_client" || error === "unauthorized_client";
  return unknown && client.source !== "configured" ? "client" : undefined;
}

async function visitOnce(
  context: GrantContext,
  prepared: PreparedFlow,
  left: { readonly departure: Departure; readonly client: ClientIdentity; readonly reused: boolean },
): Promise<Granted> {
  const { env, prover, signal } = context;
  const { departure, client } = left;
  const hint = left.reused
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
