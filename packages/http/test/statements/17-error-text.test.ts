import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture } from "../support/fixture.ts";

// Statement 17: an error has at most a short prefix of the body, plus method, URL (no credentials, no query), status.

test.each(EXCHANGES)("3 MB of HTML are a line ($name)", async ({ options }) => {
  const server = await fixture((_seen, response) =>
    response
      .writeHead(502, { "content-type": "text/html" })
      .end(`<h1>Bad\ngateway</h1>${"x".repeat(3_000_000)}`),
  );
  const url = server.url.replace("http://", "http://user:secret@").concat("?key=secret");
  const client = await connected(http(url, options), { protocol: "2026-07-28" });
  const failure = await failureOf(client.callTool("x", {}));
  expect(
    failure.message.startsWith(
      `tools/call "x" on ${server.url} failed: the server answered HTTP 502: <h1>Bad gateway</h1>xxx`,
    ),
  ).toBe(true);
  expect(failure.message.length).toBeLessThan(600);
  expect(failure.message).not.toMatch(/secret|\n/);
  expect(failure.reason).toMatchObject({ type: "http_status", status: 502 });
  expect(JSON.stringify(failure.reason).length).toBeLessThan(3000);
});

test.each(EXCHANGES)(
  "a page that shows the request's headers does not put the token into the error ($name)",
  async ({ options }) => {
    const server = await fixture((seen, response) =>
      response
        .writeHead(500, { "content-type": "text/plain" })
        .end(`headers: ${JSON.stringify(seen.headers)}`),
    );
    const headers = { authorization: "Bearer top-secret.token-of.the-user" };
    const client = await connected(http(server.url, { ...options, headers }), { protocol: "2026-07-28" });
    const failure = await failureOf(client.callTool("x", {}));
    expect(failure.message).toContain('"authorization":"Bearer …"');
    expect(failure.message + JSON.stringify(failure.reason)).not.toMatch(/secret|of\.the-user/);
  },
);
