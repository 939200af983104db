import { from, HTTP, INITIALIZE, type Requirement } from "./requirement.ts";

export const authorization: readonly Requirement[] = [
  ...from("guide, Authorization", [
    ["auth.before-each", "The provider is asked before every request, `listen` included.", HTTP],
    ["auth.no-token", "Without a token the request is sent without one.", HTTP],
    [
      "auth.initialize-era",
      "It is asked for `initialize`, `initialized`, answers to server requests and DELETE.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "auth.refresh",
      "After a 401, or a 403 `insufficient_scope`, the challenge is parsed and the request sent once more.",
      HTTP,
    ],
    ["auth.challenge", "A challenge has `resourceMetadata`, `scope` and `error`.", HTTP],
    ["auth.second-refusal", "A second refusal is -32000 `unauthorized` with status and challenge.", HTTP],
    ["auth.provider-error", "What the provider throws reaches the caller as it is.", HTTP],
    ["auth.no-token-in-errors", "No token appears in an error.", HTTP],
    ["auth.timeout", "The timeout covers each attempt, not the provider.", HTTP],
  ]),
  ...from("guide, Authorization: the OAuth package", [
    [
      "oauth.discovery",
      "Protected resource and authorization server metadata are discovered, the issuer validated.",
      HTTP,
    ],
    ["oauth.client-id-document", "A client ID metadata document can name the client.", HTTP],
    ["oauth.registration", "Clients register dynamically, or are registered already.", HTTP],
    ["oauth.pkce", "The code flow uses PKCE.", HTTP],
    ["oauth.resource", "The resource indicator is sent.", HTTP],
    ["oauth.scope", "Scopes are selected, and stepped up after a challenge.", HTTP],
    ["oauth.refresh", "Refresh tokens are used.", HTTP],
    [
      "oauth.client-credentials",
      "The client credentials grant works with basic, post and private_key_jwt.",
      HTTP,
    ],
    ["oauth.authorize-timeout", "The user has 300 s to authorize unless set otherwise.", HTTP],
  ]),
];
