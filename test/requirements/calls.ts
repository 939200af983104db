import { CUSTOM, DIRECT, from, HTTP, INITIALIZE, type Requirement, STATELESS, STDIO } from "./requirement.ts";

export const calls: readonly Requirement[] = [
  ...from("guide, The client; Calls", [
    ["call.one-api", "The same functions call a server in process, in a child process and over HTTP."],
    ["call.result-as-sent", "A call resolves with the `result` object as the server sent it."],
    ["call.is-error-resolves", "A tool result with `isError: true` is a success and resolves."],
    ["call.server-error", "A JSON-RPC error keeps the server's code, message and data."],
    ["call.transport-error", "A closed, unreachable or unusable connection is -32000 of kind transport."],
    ["call.timeout-error", "A timeout is -32001 of kind transport."],
    ["call.timeout-option", "The timeout is 30 s, or the client's option, or the call's."],
    ["call.fresh-ids", "Ids are fresh integers, so one client serves many callers at once."],
    [
      "call.named-methods",
      "discover, tools, resources, templates, prompts, completion have functions of their own.",
    ],
    ["call.request", "`request` sends any other method with its params."],
  ]),
  ...from("api, call_tool", [
    ["call.tool-by-name-or-definition", "`callTool` takes a name or a definition from `listTools`."],
    [
      "call.tool-headers-by-definition",
      "With the definition, annotated arguments are mirrored on the first request.",
      { ...STATELESS, ...HTTP },
    ],
    [
      "call.tool-headers-by-name",
      "By name, -32020 makes the client list the tools and retry once with the definition.",
      { ...STATELESS, ...HTTP },
    ],
  ]),
  ...from("api, request", [
    [
      "call.meta-precedence",
      "In `_meta`, the `meta` option wins over `params._meta`, which wins over the dialect's own.",
    ],
    [
      "call.trace-context",
      "`traceContext` is checked, sent in `_meta`, and wins over `meta`; malformed fields are a TypeError.",
    ],
    [
      "call.extension-headers",
      "An extension that owns the method supplies routing headers for the exact revision.",
      HTTP,
    ],
    ["call.listen-is-no-request", "`request` refuses `subscriptions/listen` with a TypeError."],
    [
      "call.catalog-initialize",
      "A method the catalog does not define as a client request is refused with -32601, nothing sent.",
      INITIALIZE,
    ],
    [
      "call.catalog-stateless",
      "A server request or a notification is refused with -32601; an unlisted method is sent as it is.",
      STATELESS,
    ],
  ]),
  ...from("api, close; connect; direct", [
    [
      "close.ends-session",
      "`close` ends the session by DELETE, waiting at most 5 s or the client's timeout.",
      { ...INITIALIZE, ...HTTP },
    ],
    ["close.direct", "Closing an in-process client ends nothing but the client.", DIRECT],
    ["close.stdin", "`close` closes the server's stdin.", STDIO],
    ["option.client-capabilities", "`clientCapabilities` are sent, together with those the handlers imply."],
    ["option.client-info", "`clientInfo` is sent; it defaults to snodo and this library's version."],
    ["option.auth", "`auth` reaches the runtime's handlers.", DIRECT],
    ["option.max-pages", "`maxPages` is 1,000 unless set."],
    ["option.env-cwd", "`env` and `cwd` reach the child.", STDIO],
    ["option.headers", "`headers` are sent with every request.", HTTP],
    ["option.tls", "Certificates are verified unless the application says otherwise.", HTTP],
    ["option.connect-timeout", "`connectTimeout` bounds the connection's start.", HTTP],
    ["option.pool", "The number of connections is bounded and can be set.", HTTP],
  ]),
  ...from("guide, Lists and paging", [
    ["list.every-item", "The list functions follow `nextCursor` to the end and return every item."],
    ["list.repeated-cursor", "A repeated cursor is a -32000 error."],
    ["list.max-pages", "A `nextCursor` on the last of `maxPages` pages is a -32000 error."],
    [
      "list.page",
      "`listPage` returns the items and the next cursor of one page, for each of the four kinds.",
    ],
  ]),
  ...from("guide, Transport behavior", [
    ["stdio.correlates", "Responses are matched by id, progress by token.", STDIO],
    [
      "stdio.cancels",
      "A timeout, or a progress callback that throws, sends `notifications/cancelled`.",
      STDIO,
    ],
    ["stdio.exit", "When the server exits, pending and later requests fail with -32000.", STDIO],
    [
      "stdio.max-line-bytes",
      "A line over `maxLineBytes` (16 MiB) is discarded and the request it answered is bounded.",
      STDIO,
    ],
    [
      "stdio.subscriptions",
      "Subscriptions share the connection, matched by the id in each notification's `_meta`.",
      STDIO,
    ],
    ["stdio.subscriptions-end", "When the server exits or the client closes, open subscriptions end.", STDIO],
    ["http.post", "Each request is one POST.", HTTP],
    [
      "http.headers-by-dialect",
      "`MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name` and `Mcp-Param-*` come from the dialect.",
      HTTP,
    ],
    ["http.json-or-stream", "JSON and event-stream answers are both accepted.", HTTP],
    [
      "http.progress-as-it-arrives",
      "Progress on a stream is delivered as it comes; the call ends at the event with its response.",
      HTTP,
    ],
    ["http.subscription-apart", "Closing the client leaves open subscriptions alone.", HTTP],
    [
      "http.max-response-bytes",
      "A response over `maxResponseBytes` (16 MiB) fails as it arrives, whatever its status.",
      HTTP,
    ],
    [
      "http.max-response-bytes-length",
      "A `Content-Length` over the limit is refused before the body is read.",
      HTTP,
    ],
    [
      "http.max-response-bytes-stream",
      "A stream that answers a request counts as one body, a subscription by event.",
      HTTP,
    ],
    [
      "http.initialize-headers",
      "After `initialize` requests carry `MCP-Protocol-Version` and the session id.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "http.initialized-202",
      "`notifications/initialized` is a POST answered with 202.",
      { ...INITIALIZE, ...HTTP },
    ],
    [
      "http.invalid-annotations",
      "`listTools` leaves out tools with an invalid `x-mcp-header` and warns about each.",
      { ...STATELESS, ...HTTP },
    ],
    [
      "direct.subscription-own",
      "A subscription has a dispatch of its own, whose source is closed at its end.",
      DIRECT,
    ],
    ["direct.subscription-apart", "Closing the client leaves open subscriptions alone.", DIRECT],
  ]),
  ...from("guide, Custom transports", [
    ["custom.any-object", "Any object that implements the transport port can be connected.", CUSTOM],
    [
      "custom.no-progress",
      "A transport that carries no notifications delivers no progress, and calls still work.",
      CUSTOM,
    ],
    ["custom.no-listen", "`listen` over a transport without streams is a TypeError.", CUSTOM],
    [
      "custom.no-notify",
      "A transport that cannot send notifications can open 2026-07-28 connections only.",
      CUSTOM,
    ],
    ["custom.end-session", "A transport may end a session the server identified.", CUSTOM],
  ]),
];
