import type { Target } from "../discovery/discover.ts";
import { secretOf } from "../secret.ts";
import { chooseAuthMethod } from "../token/auth-method.ts";
import type { ClientAssertion, ClientIdentity } from "../token/client.ts";

/** A client that was registered beforehand. */
export interface ClientOptions {
  readonly clientId?: string | undefined;
  /** A secret, for servers that gave one. */
  readonly clientSecret?: string | undefined;
  /** Signs instead of sending a secret: `privateKeyJwt(…)` of `@snodo/oauth/machine`. */
  readonly clientAssertion?: ClientAssertion | undefined;
}

/**
 * Makes the identity of a configured client.
 *
 * @param options - id, and secret or assertion
 * @returns a function of the authorization server's metadata, which decides how a secret is sent
 * @throws TypeError for options that contradict each other
 */
export function configuredClient(
  options: ClientOptions,
): (metadata: Partial<Pick<Target["metadata"], "token_endpoint_auth_methods_supported">>) => ClientIdentity {
  const { clientId, clientAssertion } = options;
  if (clientId === "" || options.clientSecret === "")
    throw new TypeError("clientId and clientSecret must not be empty");
  if (options.clientSecret !== undefined && clientAssertion !== undefined) {
    throw new TypeError("Give a clientSecret or a clientAssertion, not both");
  }
  const secret = secretOf(options.clientSecret);
  return (metadata) => {
    const inputs = {
      listed: metadata.token_endpoint_auth_methods_supported,
      hasSecret: secret !== undefined,
      hasKey: clientAssertion !== undefined,
    };
    const method = chooseAuthMethod(inputs);
    return { id: clientId ?? "", source: "configured", method, secret, assertion: clientAssertion, inputs };
  };
}
