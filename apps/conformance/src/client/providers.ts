import { authorizationCode } from "@snodo/oauth";
import { dpop } from "@snodo/oauth/dpop";
import {
  clientCredentials,
  enterpriseManaged,
  type PrivateKeyOptions,
  privateKeyJwt,
  workloadIdentity,
} from "@snodo/oauth/machine";
import { loopbackFlow } from "@snodo/oauth/node";
import type { TokenProvider } from "snodo";
import { contextText, type Scenario } from "./environment.ts";

/** Visits the authorization server as a browser would, for a user who consents at once. */
async function visit(url: string): Promise<void> {
  const page = await fetch(url);
  await page.text();
}

function asUser(scenario: Scenario): TokenProvider {
  const registered =
    scenario.context["client_id"] === undefined
      ? { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" }
      : {
          clientId: contextText(scenario, "client_id"),
          clientSecret: contextText(scenario, "client_secret"),
        };
  return authorizationCode({
    flow: loopbackFlow({ open: visit, onUrl: () => undefined }),
    server: scenario.url,
    dpop: dpop(),
    ...registered,
  });
}

/** The provider that an application in the place of the scenario would configure, from what it was given. */
export function providerFor(scenario: Scenario): TokenProvider {
  const server = scenario.url;
  const given = (key: string) => contextText(scenario, key);
  switch (scenario.name) {
    case "auth/client-credentials-basic":
      return clientCredentials({
        server,
        clientId: given("client_id"),
        clientSecret: given("client_secret"),
      });
    case "auth/client-credentials-jwt":
      return clientCredentials({
        server,
        clientId: given("client_id"),
        clientAssertion: privateKeyJwt(given("private_key_pem"), {
          algorithm: given("signing_algorithm") as PrivateKeyOptions["algorithm"],
        }),
      });
    case "auth/enterprise-managed-authorization":
      return enterpriseManaged({
        server,
        clientId: given("client_id"),
        clientSecret: given("client_secret"),
        idp: {
          issuer: given("idp_issuer"),
          tokenEndpoint: given("idp_token_endpoint"),
          clientId: given("idp_client_id"),
        },
        subjectToken: () => given("idp_id_token"),
      });
    case "auth/wif-jwt-bearer":
      return workloadIdentity({
        server,
        clientId: given("client_id"),
        assertion: () => given("valid_jwt"),
      });
    default:
      return asUser(scenario);
  }
}
