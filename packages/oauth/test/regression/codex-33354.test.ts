// openai/codex#33354, #31573: the callback parser drops iss, and every server with RFC 9207 fails.

import { expect, test } from "vitest";
import { authorizationCode } from "../../src/index.ts";
import { loopbackFlow } from "../../src/node/index.ts";
import { call } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

test("iss passes through a real listener, and a wrong one is noticed", async () => {
  for (const [iss, status] of [
    ["https://as.example.com", 200],
    ["https://evil.example.com", undefined],
  ] as const) {
    const world = new World();
    const open = async (url: string) => {
      const params = await world.visit(url);
      params.set("iss", iss);
      await fetch(`${new URL(url).searchParams.get("redirect_uri")}?${params}`);
    };
    const provider = authorizationCode({
      flow: loopbackFlow({ open, onUrl: () => undefined }),
      fetch: world.fetch,
    });
    const outcome = call(provider, world.send, world.server);
    if (status === undefined)
      await expect(outcome).rejects.toThrow("another server than https://as.example.com/");
    else expect((await outcome).status).toBe(status);
  }
});
