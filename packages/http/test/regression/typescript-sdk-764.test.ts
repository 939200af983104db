import { expect, onTestFinished, test, vi } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 142: in a browser `Mcp-Session-Id` was not exposed, so the second request lacked it; or the version
// header failed the preflight after `initialize` had worked. The browser does not say so.

function inPage(origin: string): void {
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test("a refusal after a session id that could not be seen points at Access-Control-Expose-Headers", async () => {
  inPage("https://app.test");
  const server = await fixture((seen, response) => {
    if (seen.message.method === "initialize") json(response, result(seen));
    else if (seen.message.id === undefined) response.writeHead(202).end();
    else response.writeHead(400).end("session required");
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  await peer.greet();
  expect((await failureOf(peer.call("x").response)).message).toMatch(
    /session required; .*Access-Control-Expose-Headers/,
  );
});

test("a failed preflight looks like an unreachable server, so the error names what CORS must allow", async () => {
  inPage("https://app.test");
  const fetch = async (): Promise<Response> => {
    throw new TypeError("Failed to fetch");
  };
  const peer = await Dialled.dial(http("https://mcp.test/mcp", { fetch }), { revision: "2025-11-25" });
  expect((await failureOf(peer.call("x").response)).message).toMatch(
    /Failed to fetch.*CORS headers may not allow https:\/\/app\.test to send .*mcp-protocol-version/,
  );
});

test("outside a page nothing is guessed", async () => {
  const server = await fixture((_seen, response) => response.writeHead(400).end("no"));
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  expect((await failureOf(peer.call("x").response)).message).not.toMatch(/Access-Control|CORS/);
});
