import type { Rule } from "../rule.ts";
import { STDIO } from "./pages.ts";

/** The names of MESSAGES_RULES. */
export type MessagesRule =
  | "answers"
  | "answer-id"
  | "result-shape"
  | "error-shape"
  | "error-code"
  | "notification-shape"
  | "notification-known"
  | "stray-message"
  | "server-request"
  | "server-identity";

/** Rules about every message. */
export const MESSAGES_RULES: Readonly<Record<MessagesRule, Rule>> = {
  answers: {
    severity: "violation",
    title: "Every request is answered",
    fix: "Answer every request, with an error when nothing else can be said.",
    page: "basic",
  },
  "answer-id": {
    severity: "violation",
    title: "An answer carries the id of its request, in the same JSON type",
    fix: 'Copy the id as it came: 1 and "1" are different ids.',
    page: "basic",
  },
  "result-shape": {
    severity: "violation",
    title: "A result has the shape the schema gives it",
    fix: "Write the members the schema of the revision asks for, in the types it gives.",
    page: "schema",
  },
  "error-shape": {
    severity: "violation",
    title: "An error has an integer code and a message",
    fix: "Write error as { code, message, data? } with an integer code and a text.",
    page: "basic",
  },
  "error-code": {
    severity: "violation",
    title: "A revision uses only error codes it has",
    fix: "2026-07-28 has neither -32002 (say -32602 with data.uri) nor -32042 (answer input_required).",
    page: "basic",
  },
  "notification-shape": {
    severity: "violation",
    title: "A notification has the shape the schema gives it",
    fix: "Write the params the schema of the revision asks for.",
    page: "schema",
  },
  "notification-known": {
    severity: "warning",
    title: "A server sends notifications the revision defines",
    fix: "Send notifications of the revision, or of an extension the client declared.",
    page: "schema",
  },
  "stray-message": {
    severity: "violation",
    title: "The transport carries messages of the protocol and nothing else",
    fix: "Write nothing but messages: log to stderr, answer each request once.",
    page: STDIO,
  },
  "server-request": {
    severity: "violation",
    title: "A server asks the client only what it declared, and on 2026-07-28 never by a request",
    fix: "Look at the client's capabilities first; on 2026-07-28 answer input_required instead.",
    page: { stateless: "basic/patterns/mrtr", initialize: "basic/lifecycle" },
  },
  "server-identity": {
    severity: "warning",
    title: "Every result names the server in _meta",
    fix: "Put io.modelcontextprotocol/serverInfo into the _meta of every result.",
    page: "basic",
  },
};
