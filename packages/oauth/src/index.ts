export type { CodeClientOptions } from "./authorize/code-client.ts";
export type { Dpop } from "./dpop/port.ts";
export type { CommonOptions, IssuerSwitches, OAuthFetch } from "./environment.ts";
export { type AuthorizationError, isAuthorizationError } from "./errors.ts";
export type { CallbackReception, PreparedFlow, UserAgentFlow, VisitRequest } from "./flows/port.ts";
export type { NetworkPolicy } from "./net/url-policy.ts";
export {
  type AuthorizationCodeOptions,
  type AuthorizationCodeProvider,
  authorizationCode,
  type UserTokenProvider,
} from "./providers/authorization-code.ts";
export type { ClientOptions } from "./providers/configured-client.ts";
export { staticToken } from "./providers/static-token.ts";
export type { ClientMetadata } from "./registration/client-metadata.ts";
export type { BegunSignIn } from "./session/grant.ts";
export type { Interaction } from "./session/session.ts";
export type { SignInStatus } from "./session/status.ts";
export { memoryStore } from "./store/memory.ts";
export type { Condition, OAuthStore, RecordKind, StoredRecord } from "./store/port.ts";
export type { AuthMethod } from "./token/auth-method.ts";
export type { ClientAssertion } from "./token/client.ts";
