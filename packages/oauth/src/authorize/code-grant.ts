import type { UserAgentFlow } from "../flows/port.ts";
import type { Grant } from "../session/grant.ts";
import type { CodeClient } from "./code-client.ts";
import { signInCode } from "./load.ts";

/** How long a user may take where the answer comes back by itself, and where the application brings it, in milliseconds. */
export const VISIT_TIMEOUT = 300_000;
export const EXTERNAL_TIMEOUT = 600_000;

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

/**
 * The authorization code grant: a user consents in a browser.
 *
 * @param options - see {@link CodeGrantOptions}
 */
export function codeGrant(options: CodeGrantOptions): Grant {
  const { client, redirectUri } = options;
  return {
    pkce: true,
    interactive: true,
    boundClientId: options.boundClientId,
    identify: client.identify,
    forget: client.forget,
    obtain: async (context) => (await signInCode()).obtain(options, context),
    begin:
      redirectUri === undefined
        ? undefined
        : async (context) => (await signInCode()).begin(options, context, redirectUri),
  };
}
