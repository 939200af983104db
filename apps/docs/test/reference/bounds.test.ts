import { MAX_QUOTED } from "@snodo/protocol";
import { expect, test } from "vitest";
import { settle } from "../../../../packages/cache/dist/options.js";
import { totalLimit } from "../../../../packages/client/dist/calls/outgoing.js";
import { readSettings } from "../../../../packages/client/dist/connection/settings.js";
import { readListenOptions } from "../../../../packages/client/dist/subscriptions/options.js";
import { decideRedirect } from "../../../../packages/http/dist/redirect.js";
import { readSettings as readHttp } from "../../../../packages/http/dist/settings.js";
import { MAX_RETRY, MIN_RETRY } from "../../../../packages/http/dist/sse/backoff.js";
import { EXTERNAL_TIMEOUT, VISIT_TIMEOUT } from "../../../../packages/oauth/dist/authorize/code-grant.js";
import { resolveOptions } from "../../../../packages/stdio/dist/options.js";
import { numberIn, page, tableUnder } from "./markdown.ts";

const text = page("reference/bounds.md");
const written = (heading: string) =>
  Object.fromEntries(tableUnder(text, heading).map(([name = "", value = ""]) => [name, numberIn(value)]));
const named = (prefix: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));

test("the client's defaults are those of the page", () => {
  const { timeout, probeTimeout, maxPages, maxInputRounds, maxServerRequests } = readSettings({}, false);
  const { maxBuffer, resubscribe } = readListenOptions({ resubscribe: true }, undefined);
  expect(written("Client")).toEqual({
    ...{ timeout, probeTimeout, maxPages, maxInputRounds, maxServerRequests, maxBuffer },
    maxTotalTimeout: totalLimit({ resetTimeoutOnProgress: true }, timeout),
    ...named("resubscribe", resubscribe ?? {}),
  });
  expect(readSettings({}, true).timeout).toBeUndefined();
});

test("those of stdio are", () => {
  const { maxLineBytes, stderrTailBytes, graces } = resolveOptions({ command: "server" });
  expect(written("stdio")).toEqual({ maxLineBytes, stderrTailBytes, ...named("shutdown", graces) });
});

test("those of HTTP are", () => {
  const settings = readHttp("https://example.com/mcp", { retry: true });
  const { maxResponseBytes, maxStreamFailures, endpointTimeout, exchange, retry } = settings;
  expect(written("HTTP")).toEqual({
    ...{ maxResponseBytes, maxStreamFailures, endpointTimeout },
    connections: exchange.connections,
    connectTimeout: exchange.connectTimeout,
    ...named("retry", retry ?? {}),
  });
});

test("those of the cache are", () => {
  const { maxEntries, maxBytes, storeTimeout, staleIfError } = settle({});
  expect(written("Cache")).toEqual({ maxEntries, maxBytes, storeTimeout, staleIfError });
});

test("what is fixed is what the page says, as far as it has a name", () => {
  expect(written("Fixed")).toMatchObject({
    "text of a peer in an error": MAX_QUOTED,
    "the server's retry of an event stream": MIN_RETRY,
    "a sign-in with a flow": VISIT_TIMEOUT,
    "a sign-in with begin": EXTERNAL_TIMEOUT,
  });
  const after = (visited: number) =>
    decideRedirect({
      status: 307,
      location: "/next",
      method: "POST",
      from: "https://example.com/",
      visited: Array.from({ length: visited }, (_, at) => `https://example.com/${at}`),
    }).type;
  const redirects = written("Fixed")["redirects of one request"] ?? 0;
  expect([after(redirects), after(redirects + 1)]).toEqual(["follow", "refuse"]);
  expect(text).toContain(`${MIN_RETRY} to ${MAX_RETRY.toLocaleString("en-US")}`);
});
