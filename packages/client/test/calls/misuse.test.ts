// Misuse is a TypeError, and nothing is sent.
// @req call.listen-is-no-request, call.trace-context, progress.token-twice
import type { JsonObject } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import type { CallOptions, Client, ConnectOptions } from "../../src/index.ts";
import { connect } from "../../src/index.ts";
import { ERAS, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const bad = <T>(value: unknown): T => value as T;
const OPTIONS: readonly (readonly [string, CallOptions])[] = [
  ["timeout -1", { timeout: -1 }],
  ["timeout NaN", { timeout: Number.NaN }],
  ["timeout -Infinity", { timeout: Number.NEGATIVE_INFINITY }],
  ["timeout as text", { timeout: bad("30") }],
  ["timeout null", { timeout: bad(null) }],
  ["maxTotalTimeout -1", { maxTotalTimeout: -1 }],
  ["maxInputRounds 1.5", { maxInputRounds: 1.5 }],
  ["maxInputRounds -1", { maxInputRounds: -1 }],
  ["meta as a list", { meta: bad([]) }],
  ["meta null", { meta: bad(null) }],
  ["onProgress as an object", { onProgress: bad({}) }],
  ["onLog as text", { onLog: bad("log") }],
  ["logLevel unknown", { logLevel: bad("loud") }],
  ["inputResponses as a list", { inputResponses: bad([]) }],
  ["requestState as a number", { requestState: bad(7) }],
  ["a traceparent of zeros", { traceContext: { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` } }],
  ["a traceContext that is text", { traceContext: bad("00-x") }],
  ["no traceparent", { traceContext: bad({ tracestate: "a=b" }) }],
  ["a progressToken beside onProgress", { onProgress: () => undefined, meta: { progressToken: 1 } }],
  [
    "a progressToken beside resetTimeoutOnProgress",
    { resetTimeoutOnProgress: true, meta: { progressToken: 0 } },
  ],
  ["the controller in place of its signal", { signal: bad(new AbortController()) }],
  ["a signal that is null", { signal: bad(null) }],
  ["options that are text", bad("fast")],
  ["options that are null", bad(null)],
];
const CALLS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ["callTool without a name", (client) => client.callTool("")],
  ["callTool with null", (client) => client.callTool(bad(null))],
  ["callTool with a nameless definition", (client) => client.callTool(bad({ inputSchema: {} }))],
  [
    "callTool with name and arguments in one object",
    (client) => client.callTool(bad({ name: "a", arguments: { b: 1 } })),
  ],
  [
    "callTool with such an object and a schema behind it",
    (client) => client.callTool(bad({ name: "a", arguments: { b: 1 } }), bad({ parse: () => undefined })),
  ],
  ["callTool with a list of arguments", (client) => client.callTool("a", bad([1]))],
  ["callTool with an output that is no schema", (client) => client.callTool("a", {}, { output: bad({}) })],
  ["callTool with an output that is null", (client) => client.callTool("a", {}, { output: bad(null) })],
  ["callTool with text as arguments", (client) => client.callTool("a", bad("x"))],
  ["readResource without a URI", (client) => client.readResource("")],
  ["readResource with a URL object", (client) => client.readResource(bad(new URL("file:///a")))],
  ["getPrompt without a name", (client) => client.getPrompt("")],
  ["getPrompt with a list of arguments", (client) => client.getPrompt("a", bad([]))],
  ["complete with null", (client) => client.complete(bad(null))],
  ["listPage with a numeric cursor", (client) => client.listPage("tools", bad(7))],
  ["listPage with a null cursor", (client) => client.listPage("tools", bad(null))],
  ["listPage of an unknown list", (client) => client.listPage(bad<"tools">("widgets"))],
  ["listPage of an inherited name", (client) => client.listPage(bad<"tools">("constructor"))],
  ["request without a method", (client) => client.request("")],
  ["request with a list of params", (client) => client.request("a/b", bad<JsonObject>([]))],
  ["request with `_meta` that is text", (client) => client.request("tools/list", { _meta: bad("x") })],
  ["request of subscriptions/listen", (client) => client.request("subscriptions/listen", {})],
  [
    "a progressToken in params beside onProgress",
    (client) =>
      client.request("tools/list", { _meta: { progressToken: "t" } }, { onProgress: () => undefined }),
  ],
  ["notify without a method", (client) => client.notify("")],
  ["notify with a list of params", (client) => client.notify("notifications/x", bad([]))],
  ["setLogLevel with an unknown level", (client) => client.setLogLevel(bad("loud"))],
  ["listen with null", (client) => client.listen(bad(null))],
  [
    "listen with a controller in place of its signal",
    (client) => client.listen({}, { signal: bad(new AbortController()) }),
  ],
];

describe.each(ERAS)("%s", (protocol) => {
  test.each(OPTIONS)("%s", async (_name, options) => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    expect(await thrown(client.callTool("any", {}, options))).toBeInstanceOf(TypeError);
    expect(await thrown(client.request("tools/list", {}, options))).toBeInstanceOf(TypeError);
    expect(server.received).toHaveLength(before);
  });

  test.each(CALLS)("%s", async (_name, run) => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    expect(await thrown(run(client))).toBeInstanceOf(TypeError);
    expect(server.received).toHaveLength(before);
  });
});

test.each<[string, ConnectOptions]>([
  ["timeout -1", { timeout: -1 }],
  ["probeTimeout NaN", { probeTimeout: Number.NaN }],
  ["maxInputRounds -1", { maxInputRounds: -1 }],
  ["maxServerRequests 0", { maxServerRequests: 0 }],
  ["maxPages 0", { maxPages: 0 }],
  ["maxPages 1.5", { maxPages: 1.5 }],
  ["clientInfo without a version", { clientInfo: bad({ name: "a" }) }],
  ["clientInfo with a numeric name", { clientInfo: bad({ name: 1, version: "1" }) }],
  ["clientCapabilities as a list", { clientCapabilities: bad([]) }],
  ["inputHandlers as a function", { inputHandlers: bad(() => undefined) }],
  ["an unknown input handler", { inputHandlers: bad({ forms: () => undefined }) }],
  ["an input handler that is an object", { inputHandlers: bad({ form: {} }) }],
  ["logLevel unknown", { logLevel: bad("loud") }],
  ["interceptors that are a function", { interceptors: bad(() => undefined) }],
  ["an interceptor that is none", { interceptors: [bad({})] }],
  ["diagnostics without report", { diagnostics: bad({ log: () => undefined }) }],
  ["the controller in place of its signal", { signal: bad(new AbortController()) }],
  ["onLog as an object", { onLog: bad({}) }],
  ["onNotification as an object", { onNotification: bad({}) }],
  ["a cache that is true", { cache: bad(true) }],
  ["an output validator without compile", { outputValidator: bad({}) }],
])("the option of a client: %s", async (_name, options) => {
  const server = rawServer();
  expect(await thrown(connect(server.transport, options))).toBeInstanceOf(TypeError);
  expect(server.opened).toBe(0);
});

test("counts and durations take Infinity for no limit", async () => {
  const none = Number.POSITIVE_INFINITY;
  const options = {
    timeout: none,
    probeTimeout: 0,
    maxInputRounds: none,
    maxServerRequests: none,
    maxPages: none,
  };
  await open(rawServer().transport, options);
});

test.each<[string, ConnectOptions]>([
  ["diagnostics must be an object with report()", { diagnostics: bad(null) }],
  ["cache must be an object with attach()", { cache: bad(true) }],
  ["onLog must be a function", { onLog: bad({}) }],
  [
    "signal must be an AbortSignal; pass the signal of the AbortController",
    { signal: bad(new AbortController()) },
  ],
  ["signal must be an AbortSignal", { signal: bad(null) }],
  ["interceptors must be an array of functions", { interceptors: bad([1]) }],
  [
    "inputHandlers.forms is none of form, url, sampling, roots",
    { inputHandlers: bad({ forms: () => undefined }) },
  ],
])("says what is wrong: %s", async (message, options) => {
  expect(await thrown(connect(rawServer().transport, options))).toEqual(new TypeError(message));
});

test("says how callTool is called, to those who come from the SDK", async () => {
  const { client } = await open(rawServer().transport, {});
  expect(await thrown(client.callTool(bad({ name: "search", arguments: { query: "json" } })))).toEqual(
    new TypeError('callTool takes the arguments by themselves: callTool("search", { … })'),
  );
});
