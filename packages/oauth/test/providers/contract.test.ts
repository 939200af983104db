import type { TokenProvider } from "@snodo/protocol";
import { runContract, tokenProviderContract } from "@snodo/testing";
import { describe, test } from "vitest";
import { dpop } from "../../src/dpop.ts";
import { authorizationCode } from "../../src/index.ts";
import { clientCredentials, workloadIdentity } from "../../src/machine.ts";
import { World } from "../fixtures/world.ts";

const providers: Readonly<Record<string, (world: World) => TokenProvider>> = {
  authorizationCode: (world) => authorizationCode({ flow: world.flow(), fetch: world.fetch }),
  "authorizationCode with dpop": (world) =>
    authorizationCode({ flow: world.flow(), fetch: world.fetch, dpop: dpop() }),
  clientCredentials: (world) =>
    clientCredentials({ clientId: "bot", clientSecret: "the-client-secret", fetch: world.fetch }),
  workloadIdentity: (world) => workloadIdentity({ assertion: () => "the.workload.jwt", fetch: world.fetch }),
};

describe.each(Object.entries(providers))("%s", (_name, make) => {
  runContract(test, tokenProviderContract, () => {
    const world = new World();
    return {
      provider: make(world),
      url: world.server,
      accepts: ({ authorization = "" }) => world.access.has(authorization.replace("Bearer ", "")),
      expire: () => world.expireAll(),
      challenge: () => ({ status: 401, schemes: [] }),
      secrets: () => [
        "the-client-secret",
        "the.workload.jwt",
        ...world.access.keys(),
        ...world.refresh.keys(),
      ],
    };
  });
});
