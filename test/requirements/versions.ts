import { DIRECT, from, HTTP, INITIALIZE, type Requirement, STATELESS, STDIO } from "./requirement.ts";

export const versions: readonly Requirement[] = [
  ...from("guide, Protocol versions; api, connect", [
    ["version.default", "Every version the client speaks is allowed, newest first."],
    ["version.pin", "`protocol` names one version, or lists those to allow."],
    ["version.probe", "With both eras allowed, `server/discover` is sent under `probeTimeout` (10 s)."],
    [
      "version.probe-modern",
      "A result with `supportedVersions` settles the highest allowed version it lists.",
      STATELESS,
    ],
    [
      "version.probe-legacy",
      "Any other answer, and silence, mean reopening and `initialize` with the highest allowed version.",
      INITIALIZE,
    ],
    ["version.stdio-restart", "Reopening starts the server again.", STDIO],
    ["version.pin-stateless", "A stateless pin sends nothing at connect time.", STATELESS],
    ["version.pin-initialize", "An initialize-era pin or list sends `initialize` at once.", INITIALIZE],
    ["version.initialize-params", "`initialize` carries capabilities and client info.", INITIALIZE],
    [
      "version.negotiated",
      "A version outside the list closes the connection: -32602 with `negotiated` and `requested`.",
      INITIALIZE,
    ],
    ["version.initialized", "`notifications/initialized` follows.", INITIALIZE],
    [
      "version.session",
      "`session` holds version, session id, server info, capabilities and instructions.",
      INITIALIZE,
    ],
    [
      "version.none-supported",
      "A server that supports none of the allowed versions is -32602 with `requested` and `supported`.",
    ],
    ["version.unknown", "A version the client does not speak is refused before connecting."],
  ]),
  ...from("guide, Protocol versions; api, direct", [
    ["version.direct", "No probe: the highest allowed version the runtime enables is used.", DIRECT],
    [
      "version.direct-initialize",
      "An initialize-era version is negotiated through the runtime; a legacy-only runtime works.",
      { ...INITIALIZE, ...DIRECT },
    ],
    ["version.direct-not-enabled", "A choice the runtime does not enable is -32602.", DIRECT],
  ]),
  ...from("guide, On an initialize-era connection", [
    ["initialize.no-meta", "Requests carry no `_meta` of the dialect and no client info.", INITIALIZE],
    ["initialize.ping", "`ping` works.", INITIALIZE],
    ["initialize.no-discover", "`discover` is refused with -32601.", INITIALIZE],
    [
      "server-request.handlers",
      "Elicitation, sampling and roots requests go to the handler of their method and mode.",
    ],
    ["server-request.ping", "A server `ping` is answered with `{}` without a handler."],
    ["server-request.no-handler", "A request of a kind without a handler is answered -32601."],
    ["server-request.missing-keys", "A request whose params lack the kind's keys is answered -32602."],
    ["server-request.failed", "A handler that fails is answered -32603."],
    [
      "server-request.http",
      "Over HTTP the answer is its own POST, and the handler's time counts against the call's timeout.",
      HTTP,
    ],
    [
      "server-request.limit",
      "`maxServerRequests` (16) handlers run at once; beyond it -32603 without a handler.",
      STDIO,
    ],
    ["server-request.close", "Handlers still running are aborted when the connection closes.", STDIO],
    [
      "server-request.stateless",
      "Over stdio, and over HTTP with handlers, they are answered on 2026-07-28, too, outside the rounds.",
      STATELESS,
    ],
  ]),
  ...from("decision: wider than the guide", [
    ["version.all-five", "2025-03-26 and 2024-11-05 are spoken, too."],
    [
      "version.probe-unsupported",
      "-32022 with `data.supported` is a modern answer: the highest allowed version of it is used.",
      STATELESS,
    ],
    [
      "version.probe-error",
      "Network failure, a refused token and 429 on the probe are errors, not a verdict.",
      HTTP,
    ],
    ["version.both-failed", "When probe and `initialize` both fail, one error reports both."],
    [
      "http.legacy-sse",
      "When `initialize` by POST gets 400, 404 or 405, GET is tried for an `endpoint` event, same origin only.",
      HTTP,
    ],
    [
      "http.get-stream",
      "The standalone GET stream is opened when the server could need it, and never awaited.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "http.session-expired",
      "404 with our session id: one shared re-initialize, one retry of each failed request.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "http.resumption",
      "Initialize-era streams resume by GET with `Last-Event-ID` after a clamped `retry`.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "listen.initialize-era",
      "`listen` subscribes and filters locally, and unsubscribes on close.",
      INITIALIZE,
    ],
    ["log.both-eras", "`logLevel` is a `_meta` key on 2026-07-28 and `logging/setLevel` before."],
    [
      "list.empty-cursor",
      '`""` is a cursor; null or missing ends; a cursor seen before fails before its page is appended.',
    ],
    ["list.bad-item", "One malformed item is dropped and named, never the list."],
    [
      "call.unknown-outcome",
      "A lost `tools/call` is never sent twice; the error says the outcome is unknown.",
    ],
    [
      "call.response-ids",
      "Ids match by type and value, except the decimal string of a number that was sent.",
    ],
    ["call.abort", "An aborted call rejects with the signal's own reason."],
    ["client.closed", "`closed` says why the connection ended, as data."],
    ["client.interceptors", "`interceptors` wrap every call in both eras."],
    ["call.output", "`output` checks and types `structuredContent`, never on `isError`."],
    ["input.fill-defaults", "`fillDefaults` fills what a form declares."],
  ]),
];
