import { authorizationCode } from "@snodo/oauth";
import { fileStore, loopbackFlow } from "@snodo/oauth/node";
import type { TokenProvider } from "snodo";

/** What differs between machines. */
export interface SignInOptions {
  /** Where tokens are kept: files that only their owner can read. Defaults to the user's data folder. */
  readonly directory?: string | undefined;
  /** Shows a URL to the user. Defaults to the system's browser. */
  readonly open?: ((url: string) => unknown) | undefined;
}

/**
 * Signs the user in when a server asks for it: finds the authorization server, registers this program with it, opens
 * the browser, and waits for it on a loopback port. Later runs, and other processes, use and renew what was kept.
 *
 * @param options - folder and browser
 */
export function signIn({ directory, open }: SignInOptions = {}): TokenProvider {
  return authorizationCode({
    flow: loopbackFlow({ ...(open === undefined ? {} : { open, onUrl: () => undefined }) }),
    store: fileStore({ directory }),
    clientMetadata: { client_name: "The desktop example" },
  });
}
