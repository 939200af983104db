export type { Jwk, SigningKey } from "./crypto-types.ts";
export { type ClientCredentialsOptions, clientCredentials } from "./providers/client-credentials.ts";
export type { ClientOptions } from "./providers/configured-client.ts";
export {
  type EnterpriseManagedOptions,
  enterpriseManaged,
  type IdentityProvider,
  type SubjectToken,
} from "./providers/enterprise-managed.ts";
export { type WorkloadIdentityOptions, workloadIdentity } from "./providers/workload-identity.ts";
export type { ClientAssertion } from "./token/client.ts";
export { type PrivateKeyInput, type PrivateKeyOptions, privateKeyJwt } from "./token/private-key.ts";
