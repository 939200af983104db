// A response that is of no use may still have a body, which may never end.
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { type Fixture, fixture, json, result } from "../support/fixture.ts";

const CASES = [
  ["a redirect", 307, { location: "/b" }],
  ["a refused token", 401, { "www-authenticate": "Bearer" }],
] as const;

describe.each(EXCHANGES)("$name", ({ options }) => {
  describe.each(CASES)("%s whose body never ends", (_what, status, headers) => {
    const refusing = (): Promise<Fixture> =>
      fixture((seen, response) => {
        const done = seen.url === "/b" || seen.headers.authorization === "Bearer new";
        if (done) json(response, result(seen));
        else response.writeHead(status, headers).write("a start");
      });
    const tokenProvider = { token: () => "old", refresh: async () => "new" };

    test("is given a moment, then its connection is closed", async () => {
      const clock = manualClock();
      const server = await refusing();
      const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }), { clock });
      expect(await peer.call("x").response).toHaveProperty("result");
      expect(clock.pending).toBe(1);
      await clock.advance(1000);
      await clock.advance(1000);
      await server.seen[0]?.closed;
      expect(clock.pending).toBe(0);
    });

    test("does not outlive the connection", async () => {
      const server = await refusing();
      const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
      await peer.call("x").response;
      const first = server.seen[0];
      let over = false;
      void first?.closed.then(() => {
        over = true;
      });
      expect(over).toBe(false);
      await peer.connection.close();
      await first?.closed;
    });
  });

  test("one that ends leaves nothing to wait for", async () => {
    const clock = manualClock();
    const server = await fixture((seen, response) => {
      if (seen.url === "/b") json(response, result(seen));
      else response.writeHead(307, { location: "/b" }).end("moved");
    });
    const peer = await Dialled.dial(http(server.url, options), { clock });
    await peer.call("x").response;
    await expect.poll(() => clock.pending).toBe(0);
  });
});
