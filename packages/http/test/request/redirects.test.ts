import type { TokenProvider } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test.each([307, 308])("%i is followed with body and headers", async (status) => {
    const server = await fixture((seen, response) => {
      if (seen.url === "/mcp") response.writeHead(status, { location: "/mcp/" }).end("moved");
      else json(response, result(seen));
    });
    const peer = await Dialled.dial(
      http(server.url, { ...options, headers: { authorization: "Basic x", "x-mine": "1" } }),
    );
    expect(await peer.call("x").response).toHaveProperty("result");
    expect(server.seen[1]).toMatchObject({
      url: "/mcp/",
      method: "POST",
      headers: { authorization: "Basic x", "x-mine": "1", "mcp-name": "x" },
    });
    expect(server.seen[1]?.text).toBe(server.seen[0]?.text);
  });

  test("the token provider is asked for the URL that is redirected to", async () => {
    const urls: string[] = [];
    const tokenProvider: TokenProvider = {
      token: ({ url, server }) => {
        urls.push(`${url} of ${server}`);
        return "t";
      },
      refresh: async () => undefined,
    };
    const server = await fixture((seen, response) => {
      if (seen.url === "/mcp") response.writeHead(307, { location: "/b" }).end();
      else json(response, result(seen));
    });
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    await peer.call("x").response;
    expect(urls).toEqual([`${server.url} of undefined`, `${server.origin}/b of ${server.url}`]);
  });

  test.each([301, 302, 303])("%i would lose the body, so it is refused with its target", async (status) => {
    const server = await fixture((_seen, response) =>
      response.writeHead(status, { location: "/new?secret=1" }).end(),
    );
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toEqual({ type: "redirect", status, target: `${server.origin}/new` });
    expect(failure.message).toMatch(
      `the redirect to ${server.origin}/new (HTTP ${status}) was not followed: status ${status} would turn the POST into a GET`,
    );
    expect(failure.message).not.toMatch("secret");
    expect(server.seen).toHaveLength(1);
  });

  test("another origin never sees the credentials", async () => {
    const other = await fixture((seen, response) => json(response, result(seen)));
    const server = await fixture((_seen, response) => response.writeHead(307, { location: other.url }).end());
    const peer = await Dialled.dial(http(server.url, { ...options, headers: { authorization: "Bearer t" } }));
    expect((await failureOf(peer.call("x").response)).message).toMatch(/another origin/);
    expect(other.seen).toHaveLength(0);
  });

  test("a circle ends", async () => {
    const server = await fixture((seen, response) =>
      response.writeHead(307, { location: seen.url === "/mcp" ? "/a" : "/mcp" }).end(),
    );
    const peer = await Dialled.dial(http(server.url, options));
    expect((await failureOf(peer.call("x").response)).message).toMatch(/leads in a circle/);
    expect(server.seen).toHaveLength(2);
  });

  test("six in a row are too many", async () => {
    const server = await fixture((seen, response) =>
      response.writeHead(307, { location: `${seen.url}x` }).end(),
    );
    const peer = await Dialled.dial(http(server.url, options));
    expect((await failureOf(peer.call("x").response)).message).toMatch(/one redirect too many \(5 at most\)/);
    expect(server.seen).toHaveLength(6);
  });

  test("notifications and the DELETE of a session follow, too", async () => {
    const server = await fixture((seen, response) => {
      if (seen.url === "/mcp") response.writeHead(308, { location: "/mcp/" }).end();
      else response.writeHead(202).end();
    });
    const peer = await Dialled.dial(http(server.url, options), {
      revision: "2025-11-25",
      session: { id: "s", protocolVersion: "2025-11-25" },
    });
    await peer.notify("notifications/roots/list_changed");
    await peer.connection.endSession?.(peer.routing);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /mcp",
      "POST /mcp/",
      "DELETE /mcp",
      "DELETE /mcp/",
    ]);
  });

  test("giving up after a redirect closes the request that it led to", async () => {
    const server = await fixture((seen, response) => {
      if (seen.url === "/mcp") response.writeHead(307, { location: "/slow" }).end();
    });
    const peer = await Dialled.dial(http(server.url, options));
    const sent = peer.call("x");
    const slow = await server.arrived(1, ({ url }) => url === "/slow");
    sent.cancel("enough");
    await slow.closed;
  });
});

test("a redirect that the platform hides is told as one", async () => {
  const hidden = new Response(null);
  Object.defineProperty(hidden, "type", { value: "opaqueredirect" });
  const peer = await Dialled.dial(http("http://h.test/mcp", { fetch: async () => hidden }));
  const failure = await failureOf(peer.call("x").response);
  expect(failure.reason).toEqual({ type: "redirect", status: 0, target: "" });
  expect(failure.message).toMatch(/this platform does not show where/);
});
