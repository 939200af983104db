import { publicUrl, type TokenProvider } from "@snodo/protocol";
import { type CommonOptions, type Environment, environmentOf } from "../environment.ts";
import type { Grant, GrantContext, Granted } from "../session/grant.ts";
import { obtainAlone } from "../session/obtain-alone.ts";
import { Session } from "../session/session.ts";
import { askTokenEndpoint } from "../token/endpoint.ts";
import { type ClientOptions, configuredClient } from "./configured-client.ts";

/** What a grant without a user sends. */
export interface MachineRequest {
  readonly grantType: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a provider for a grant that no user takes part in: it is asked again whenever its token runs out or is refused.
 *
 * @param options - what every provider takes, and the client
 * @param request - builds the parameters of one token request
 */
export function machineProvider(
  options: CommonOptions & ClientOptions,
  request: (context: GrantContext, scopes: readonly string[]) => Promise<MachineRequest>,
  scopes: readonly string[] | undefined,
): TokenProvider {
  const client = configuredClient(options);
  const grant: Grant = {
    pkce: false,
    interactive: false,
    alone: obtainAlone,
    boundClientId: options.clientId,
    identify: async (_env: Environment, target) => client(target.metadata),
    async obtain(context): Promise<Granted> {
      const { env, target, prover, signal } = context;
      const requested = context.scopes({ override: scopes });
      const identity = client(target.metadata);
      const { grantType, parameters } = await request(context, requested);
      const tokens = await askTokenEndpoint(env, {
        attempt: `Cannot get a token for ${publicUrl(target.server)}`,
        target,
        client: identity,
        grantType,
        parameters,
        prover,
        signal,
      });
      return { tokens, client: identity, requested };
    },
  };
  return providerOf(new Session(environmentOf(options), grant, options.server, "never"));
}

/** The port's view of a session. */
export function providerOf(session: Session): TokenProvider {
  return {
    token: (request) => session.token(request),
    refresh: (challenge, request) => session.refresh(challenge, request),
    observe: (response) => session.observe(response),
  };
}
