import { afterEach, expect, test, vi } from "vitest";
import { open } from "../support/clients.ts";
import { ASK, DONE, inputRequired, roundServer } from "../support/rounds.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

// @req rule.40
test("a URL to be opened reaches the handler whole, and nothing here opens or fetches it", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const url = "https://user@sign-in.example.com:8443/a%20b/?next=https%3A%2F%2Fevil.example#top";
  const server = roundServer(inputRequired({ q: { ...ASK.url, params: { ...ASK.url.params, url } } }), DONE);
  const seen: string[] = [];
  const { client } = await open(server.transport, {
    protocol: "2026-07-28",
    inputHandlers: {
      url: (params) => {
        seen.push(params.url);
        return { action: "decline" };
      },
    },
  });
  expect(await client.callTool("deploy")).toEqual(DONE);
  expect(seen).toEqual([url]);
  expect(fetch).not.toHaveBeenCalled();
});
