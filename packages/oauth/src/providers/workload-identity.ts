import { isMcpError, type McpError, type TokenProvider } from "@snodo/protocol";
import type { CommonOptions } from "../environment.ts";
import { machineProvider } from "./machine.ts";

/** Options of {@link workloadIdentity}. */
export interface WorkloadIdentityOptions extends CommonOptions {
  /** The client id, where the authorization server wants one beside the assertion. */
  readonly clientId?: string | undefined;
  /** Gives the workload's JWT, made for this authorization server; asked when a token is needed. */
  readonly assertion: (context: { readonly issuer: string }) => string | Promise<string>;
  /** What to ask for instead of what the server's challenge and metadata say. */
  readonly scopes?: readonly string[] | undefined;
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * Signs a workload in with the JWT its platform gives it (workload identity federation).
 *
 * One `jwt-bearer` request for each token. A rejected assertion is not sent again, and no other grant is tried.
 * spec: SEP-1933; RFC 7523 section 2.1.
 *
 * @param options - the assertion and the server
 * @returns a provider; its errors are those of {@link clientCredentials}, and what `assertion` throws
 */
export function workloadIdentity(options: WorkloadIdentityOptions): TokenProvider {
  let last: string | undefined;
  let rejection: McpError | undefined;
  const provider = machineProvider(
    options,
    async ({ target }, scopes) => {
      const assertion = await options.assertion({ issuer: target.metadata.issuer });
      if (rejection !== undefined && assertion === last) throw rejection;
      last = assertion;
      return {
        grantType: JWT_BEARER,
        parameters: {
          assertion,
          resource: target.resource,
          scope: scopes.length === 0 ? undefined : scopes.join(" "),
        },
      };
    },
    options.scopes,
  );
  const watched = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (thrown) {
      const refused = isMcpError(thrown, "authorization") && thrown.reason.problem === "token_request";
      if (refused && !thrown.reason.retryable) rejection = thrown;
      throw thrown;
    }
  };
  return {
    ...provider,
    token: (request) => watched(() => provider.token(request)),
    refresh: (challenge, request) => watched(() => provider.refresh(challenge, request)),
  };
}
