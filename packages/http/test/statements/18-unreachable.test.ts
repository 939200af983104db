import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture } from "../support/fixture.ts";

// Statement 18: an unreachable server's error names the host and the system's code.

for (const { name, options } of EXCHANGES) {
  test.each(["2026-07-28", "2025-11-25", undefined] as const)(
    `ECONNREFUSED, protocol %s (${name})`,
    async (protocol) => {
      const server = await fixture(() => undefined);
      await server.close();
      const connecting = connected(http(server.url, options), { protocol }).then((client) =>
        client.listTools(),
      );
      const failure = await failureOf(connecting);
      expect(failure.message).toMatch(`127.0.0.1:${server.port}`);
      expect(failure.message).toMatch(/ECONNREFUSED/);
      expect(failure.reason).toEqual({
        type: "unreachable",
        host: `127.0.0.1:${server.port}`,
        osCode: "ECONNREFUSED",
      });
    },
  );

  test(`ENOTFOUND (${name})`, async () => {
    const failure = await failureOf(connected(http("http://nowhere.invalid/mcp", options)));
    expect(failure.message).toMatch(/could not connect to nowhere\.invalid \(.*(ENOTFOUND|EAI_AGAIN)/);
  });
}
