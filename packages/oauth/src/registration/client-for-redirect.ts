import { publicUrl } from "@snodo/protocol";
import { type CodeClient, identityOf } from "../authorize/code-client.ts";
import type { Target } from "../discovery/discover.ts";
import { signInError } from "../errors.ts";
import type { GrantContext } from "../session/grant.ts";
import { write } from "../store/repository.ts";
import type { ClientIdentity } from "../token/client.ts";
import { registerClient } from "./dynamic.ts";

/**
 * The client to send a user with, registered now if need be.
 *
 * @param clients - which client to be
 * @param context - where
 * @param redirectUri - where the user comes back to
 * @param scopes - what will be asked for
 * @returns the client, and whether its registration was there before
 * @throws McpError `authorization`: `client_id_required`, `registration_rejected`
 */
export async function clientForRedirect(
  clients: CodeClient,
  context: GrantContext,
  redirectUri: string,
  scopes: readonly string[],
): Promise<{ readonly client: ClientIdentity; readonly reused: boolean }> {
  const { env, target } = context;
  const known = await clients.identify(env, target);
  if (known !== undefined && known.source !== "dynamic") return { client: known, reused: false };
  const key = await clients.registrationKey(target);
  // Several who need a client at once get one, which all of them can finish with.
  return env.store.withLock(`register ${key}`, async () => {
    let record = await clients.registration(env, target);
    const reused = record?.redirectUris.includes(redirectUri) === true;
    if (record === undefined || !reused) {
      const { registration_endpoint, token_endpoint_auth_methods_supported: listed } = target.metadata;
      if (registration_endpoint === undefined) throw clientIdRequired(target, redirectUri);
      const inputs = { ...clients.registers, redirectUri, listed, scopes };
      record = await registerClient(env, target, inputs, context.signal);
      await write(env.store, "registration", key, record);
    }
    return { client: identityOf(target, record), reused };
  });
}

function clientIdRequired(target: Target, redirectUri: string): Error {
  const { issuer } = target.metadata;
  const why = `${publicUrl(issuer)} registers no clients by itself. Register one with the redirect URI ${redirectUri}, and configure \`clientId\``;
  return signInError("client_id_required", target.server, why, { issuer });
}
