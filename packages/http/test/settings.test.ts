import { expect, test } from "vitest";
import { type HttpOptions, http, legacySse } from "../src/index.ts";
import { readSettings } from "../src/settings.ts";

test("the URL is used as it is, without credentials and fragment", () => {
  expect(readSettings("https://u:p%40@h.test/mcp/?a=b#c", {})).toMatchObject({
    url: "https://h.test/mcp/?a=b",
    label: "https://h.test/mcp/",
    headers: { list: ["authorization", `Basic ${btoa("u:p@")}`] },
  });
  expect(readSettings(new URL("http://h.test"), {}).url).toBe("http://h.test/");
});

test("credentials that are not well escaped are taken as they are", () => {
  expect(readSettings("https://100%:x@h.test/", {}).headers.list).toEqual([
    "authorization",
    `Basic ${btoa("100%:x")}`,
  ]);
});

test("a header of the caller's wins over credentials in the URL", () => {
  expect(
    readSettings("https://u:p@h.test/", { headers: { Authorization: "Bearer t" } }).headers.list,
  ).toEqual(["authorization", "Bearer t"]);
});

test("the transport says what it is", () => {
  expect(http("https://h.test/mcp?key=1")).toMatchObject({ kind: "http", label: "https://h.test/mcp" });
  expect(legacySse("https://h.test/sse")).toMatchObject({
    kind: "http",
    revisions: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
  });
});

test("defaults", () => {
  expect(readSettings("http://h.test/", {})).toMatchObject({
    maxResponseBytes: 16 * 1024 * 1024,
    idleTimeout: undefined,
    getStream: true,
    maxStreamFailures: 5,
    retry: undefined,
    legacySse: true,
    endpointTimeout: 10_000,
    exchange: { connectTimeout: 10_000, connections: 256 },
  });
});

test.each([0, Number.POSITIVE_INFINITY])("%d means no limit", (none) => {
  const settings = readSettings("http://h.test/", {
    idleTimeout: none,
    endpointTimeout: none,
    connectTimeout: none,
  });
  expect(settings).toMatchObject({
    idleTimeout: undefined,
    endpointTimeout: undefined,
    exchange: { connectTimeout: 0 },
  });
});

test("durations that no timer can wait are clamped", () => {
  expect(readSettings("http://h.test/", { idleTimeout: 2 ** 40 }).idleTimeout).toBe(2 ** 31 - 1);
});

test("retry", () => {
  expect(readSettings("http://h.test/", { retry: true }).retry).toEqual({
    retries: 2,
    delay: 500,
    maxDelay: 30_000,
  });
  expect(readSettings("http://h.test/", { retry: { retries: 1, delay: 0 } }).retry).toEqual({
    retries: 1,
    delay: 0,
    maxDelay: 30_000,
  });
});

const WRONG: readonly (readonly [string, HttpOptions, RegExp])[] = [
  ["maxResponseBytes", { maxResponseBytes: 0 }, /maxResponseBytes must be an integer, 1 or more/],
  ["a fraction", { maxResponseBytes: 1.5 }, /maxResponseBytes/],
  ["idleTimeout", { idleTimeout: -1 }, /idleTimeout must be a number of milliseconds/],
  ["NaN", { connectTimeout: Number.NaN }, /connectTimeout/],
  ["connections", { connections: 0 }, /connections must be an integer/],
  ["maxStreamFailures", { maxStreamFailures: -1 }, /maxStreamFailures/],
  ["retry", { retry: { retries: -1 } }, /retry\.retries/],
  ["fetch", { fetch: 1 as never }, /fetch must be a function/],
  [
    "fetch and dispatcher",
    { fetch, dispatcher: { dispatch: () => true } },
    /dispatcher has no effect with fetch/,
  ],
  ["fetch and tls", { fetch, tls: {} }, /tls has no effect with fetch/],
  ["dispatcher", { dispatcher: {} as never }, /dispatcher must have a dispatch method/],
  [
    "dispatcher and proxy",
    { dispatcher: { dispatch: () => true }, proxyFromEnvironment: true },
    /proxyFromEnvironment has no effect with dispatcher/,
  ],
  [
    "tokenProvider",
    { tokenProvider: { token: () => "t" } as never },
    /tokenProvider must have the methods token and refresh/,
  ],
  ["headers", { headers: { "x-a": "é😀" } }, /the header "x-a" has a value/],
];

test.each(WRONG)("%s that is wrong is a TypeError", (_name, options, message) => {
  expect(() => http("http://h.test/", options)).toThrow(TypeError);
  expect(() => http("http://h.test/", options)).toThrow(message);
});

test.each(["", "/mcp", "file:///x", "ws://h.test"])("the URL %j is a TypeError", (url) => {
  expect(() => http(url)).toThrow(TypeError);
});
