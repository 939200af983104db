/** Entries no test cites yet. An entry leaves this list in the change that adds its first test. */
export const pending: readonly string[] = [
  "oauth.discovery",
  "oauth.client-id-document",
  "oauth.registration",
  "oauth.pkce",
  "oauth.resource",
  "oauth.scope",
  "oauth.refresh",
  "oauth.client-credentials",
  "oauth.authorize-timeout",
  "rule.39",
  "rule.40",
];
