import type { Rule } from "../rule.ts";
import { TRANSPORT } from "./pages.ts";

/** The names of HTTP_RULES. */
export type HttpRule =
  | "http-headers"
  | "http-status"
  | "http-notification"
  | "http-content-type"
  | "http-method"
  | "http-parse"
  | "http-version"
  | "http-session-id"
  | "http-session-required"
  | "http-session-gone"
  | "http-origin";

/** Rules about Streamable HTTP. */
export const HTTP_RULES: Readonly<Record<HttpRule, Rule>> = {
  "http-headers": {
    severity: "violation",
    title: "Headers that disagree with the body are refused with 400 and -32020",
    fix: "Compare MCP-Protocol-Version, Mcp-Method and Mcp-Name with the body before anything else.",
    page: TRANSPORT,
  },
  "http-status": {
    severity: "violation",
    title: "An answer has the HTTP status its error asks for",
    fix: "404 for -32601; 400 for -32020, -32021, -32022 and a malformed _meta.",
    page: TRANSPORT,
  },
  "http-notification": {
    severity: "violation",
    title: "A notification is accepted with 202 and no body",
    fix: "Answer notifications (and, before 2026-07-28, answers) with 202 and an empty body.",
    page: TRANSPORT,
  },
  "http-content-type": {
    severity: "violation",
    title: "A request is answered as application/json or text/event-stream",
    fix: "Set Content-Type to what the body is.",
    page: TRANSPORT,
  },
  "http-method": {
    severity: "violation",
    title: "HTTP methods that are not offered are answered 405",
    fix: "Answer GET and DELETE with 405 when there is no stream and no session to end.",
    page: TRANSPORT,
  },
  "http-parse": {
    severity: "warning",
    title: "A body that is no JSON is refused with 400",
    fix: "Answer 400 with error -32700 when the body cannot be parsed.",
    page: TRANSPORT,
  },
  "http-version": {
    severity: "violation",
    title: "An unknown MCP-Protocol-Version is refused with 400",
    fix: "Answer 400 when the header names a version you do not speak.",
    page: TRANSPORT,
  },
  "http-session-id": {
    severity: "violation",
    title: "A session id has visible ASCII characters only, and 2026-07-28 has none",
    fix: "Use a random id of letters and digits; send none on 2026-07-28.",
    page: TRANSPORT,
  },
  "http-session-required": {
    severity: "warning",
    title: "A request without the session id is refused with 400",
    fix: "Answer 400 when a request lacks the Mcp-Session-Id you gave out.",
    page: TRANSPORT,
  },
  "http-session-gone": {
    severity: "violation",
    title: "A session that does not exist is answered 404",
    fix: "Answer 404 for an unknown or ended session: it tells clients to begin a new one.",
    page: TRANSPORT,
  },
  "http-origin": {
    severity: "violation",
    title: "A foreign Origin is refused with 403",
    fix: "Check the Origin header: without that, any web page can talk to a server on this machine.",
    page: TRANSPORT,
  },
};
