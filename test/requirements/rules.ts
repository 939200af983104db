import { from, HTTP, INITIALIZE, type Requirement, STATELESS, STDIO } from "./requirement.ts";

const MODERN_HTTP = { ...STATELESS, ...HTTP } as const;
const LEGACY_HTTP = { ...INITIALIZE, ...HTTP } as const;

export const rules: readonly Requirement[] = [
  ...from("specification, rules that are easy to get wrong", [
    [
      "rule.01",
      "Version and capabilities are in `_meta` of every request, discover and retries included.",
      STATELESS,
    ],
    ["rule.02", "Empty capabilities are sent as `{}`.", STATELESS],
    ["rule.03", "The tasks extension is declared again on `tasks/*` and `listen`.", STATELESS],
    ["rule.04", "`MCP-Protocol-Version` equals the body's version on every POST.", MODERN_HTTP],
    ["rule.05", "An absent `resultType` is complete, an unknown one is an invalid response.", STATELESS],
    [
      "rule.06",
      "`input_required` comes from three methods only; a retry has a new id and the original params.",
      STATELESS,
    ],
    ["rule.07", "`requestState` is echoed exactly, and not sent when the last result had none.", STATELESS],
    ["rule.08", "Without `inputRequests` the retry carries the state and no `inputResponses`.", STATELESS],
    ["rule.09", "Embedded requests have no id, embedded responses no `resultType`.", STATELESS],
    [
      "rule.10",
      "A refused elicitation is answered; refused sampling or failed roots is not retried.",
      STATELESS,
    ],
    [
      "rule.11",
      "No response is written for a server request where the connection does not answer them.",
      STATELESS,
    ],
    ["rule.12", "Closing the HTTP stream cancels on 2026-07-28 and does not before.", HTTP],
    [
      "rule.13",
      "`notifications/cancelled` is not posted over HTTP on 2026-07-28, and is written over stdio.",
    ],
    ["rule.14", "A dropped stream is a lost request: no `Last-Event-ID`.", MODERN_HTTP],
    [
      "rule.15",
      "The acknowledgement is first for its own id only; others may interleave.",
      { ...STATELESS, ...STDIO },
    ],
    [
      "rule.16",
      "A listen stream ends by result, by the server's `cancelled`, or by loss; only the last is an error.",
      STATELESS,
    ],
    ["rule.17", "The subscription id is compared with its type.", STATELESS],
    ["rule.18", "Log and progress notifications belong to their request.", STATELESS],
    ["rule.19", "Without `logLevel` silence is correct.", STATELESS],
    ["rule.20", '`""` is a cursor; only missing or null ends paging.'],
    ["rule.21", "A request that carried `inputResponses` or `requestState` is never cached.", STATELESS],
    [
      "rule.22",
      "Private entries belong to the authorization context; list changes invalidate inside the TTL.",
      STATELESS,
    ],
    ["rule.23", "A TTL is no timer: nothing is fetched in the background.", STATELESS],
    ["rule.24", "The body of a 400 is read before falling back.", HTTP],
    ["rule.25", "404 with a -32601 body is a modern server; 404 with a session id is a dead session.", HTTP],
    ["rule.26", "After a session's 404 `initialize` is sent without the old id.", LEGACY_HTTP],
    ["rule.27", "The stdio fallback depends on no single code, and -32022 never falls back.", STDIO],
    ["rule.28", "GET and DELETE carry the negotiated version, `initialize` none.", LEGACY_HTTP],
    [
      "rule.29",
      "`Mcp-Name` is the URI for reads and the task id for tasks, encoded when it must be.",
      MODERN_HTTP,
    ],
    ["rule.30", "Only the tool with the bad annotation is dropped, with a reason.", MODERN_HTTP],
    [
      "rule.31",
      "`number` properties are not mirrored; names are unique whatever their case, nested ones included.",
      MODERN_HTTP,
    ],
    ["rule.32", 'null and missing arguments send no header; `""`, `false` and `0` do.', MODERN_HTTP],
    ["rule.33", "Values that look encoded are encoded; the marker is lower case.", MODERN_HTTP],
    ["rule.34", "After -32020 tools are listed and the call repeated once.", MODERN_HTTP],
    ["rule.35", "Empty events prime an id, comments keep alive; neither is a message.", HTTP],
    ["rule.36", "`retry` is honoured before reconnecting, which is always a GET.", LEGACY_HTTP],
    ["rule.37", "`structuredContent` may be any JSON value on 2026-07-28, null included.", STATELESS],
    ["rule.38", "No schema reference is fetched; one that does not resolve is a refusal."],
    ["rule.39", "A tool error ends a task as `failed` on 2025-11-25 and as `completed` with the extension."],
    [
      "rule.40",
      "-32602 and -32002 both mean that a resource is missing; a URL is never opened or fetched here.",
    ],
  ]),
  ...from("specification, method catalog", [
    ["catalog.methods", "Every revision has exactly the methods its schema defines, by direction and kind."],
    ["catalog.batches", "Batches are read.", { revisions: "2025-03-26" }],
  ]),
  ...from("specification, Streamable HTTP: parameters in headers", [
    [
      "header.annotations",
      "Annotations are tokens, unique, on string, integer or boolean properties reached by `properties` alone.",
      MODERN_HTTP,
    ],
    [
      "header.values",
      "A value that is not plain ASCII, or is padded, is sent as base64 of its UTF-8.",
      MODERN_HTTP,
    ],
    [
      "header.version",
      "The version header exists since 2025-06-18.",
      { revisions: "since 2025-06-18", ...HTTP },
    ],
  ]),
  ...from("specification, cancellation", [
    ["cancel.initialize", "`initialize` is never cancelled.", INITIALIZE],
    ["cancel.late-answer", "The answer to a cancelled request is ignored."],
  ]),
];
