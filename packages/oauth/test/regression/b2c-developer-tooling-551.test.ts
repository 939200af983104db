// SalesforceCommerceCloud/b2c-developer-tooling#551: Basic without encoding fails for secrets with + or %.

import { expect, test } from "vitest";
import { clientCredentials } from "../../src/machine.ts";
import { call } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

test("each part is encoded", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, token_endpoint_auth_methods_supported: ["client_secret_basic"] };
  const provider = clientCredentials({ clientId: "a:b", clientSecret: "p+q%r", fetch: world.fetch });
  await call(provider, world.send, world.server);
  const basic = world.tokenRequests[0]?.headers.get("authorization")?.replace("Basic ", "") ?? "";
  expect(atob(basic).split(":").map(decodeURIComponent)).toEqual(["a:b", "p+q%r"]);
});
