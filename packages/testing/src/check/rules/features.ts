import type { Rule } from "../rule.ts";
import { TRANSPORT } from "./pages.ts";

/** The names of FEATURES_RULES. */
export type FeaturesRule =
  | "unknown-method"
  | "unknown-tool"
  | "unknown-prompt"
  | "unknown-resource"
  | "unknown-cursor"
  | "paging-ends"
  | "names-unique"
  | "list-stable"
  | "cache-scope-shared"
  | "tool-name"
  | "tool-schema"
  | "tool-headers"
  | "structured-content"
  | "structured-text";

/** Rules about tools, resources, prompts, their lists and what does not exist. */
export const FEATURES_RULES: Readonly<Record<FeaturesRule, Rule>> = {
  "unknown-method": {
    severity: "violation",
    title: "An unknown method is answered -32601",
    fix: "Answer { code: -32601 } for every method you do not have.",
    page: "basic",
  },
  "unknown-tool": {
    severity: "warning",
    title: "An unknown tool is a JSON-RPC error -32602",
    fix: "Answer an error of code -32602, not a result with isError: the model cannot repair a wrong name.",
    page: "server/tools",
  },
  "unknown-prompt": {
    severity: "warning",
    title: "An unknown prompt is a JSON-RPC error -32602",
    fix: "Answer an error of code -32602.",
    page: "server/prompts",
  },
  "unknown-resource": {
    severity: "warning",
    title: "A resource that does not exist is a JSON-RPC error: -32602 on 2026-07-28, -32002 before",
    fix: "Answer the code of the revision with the URI in data.uri, never empty contents.",
    page: "server/resources",
  },
  "unknown-cursor": {
    severity: "warning",
    title: "A cursor the server did not give out is refused with -32602",
    fix: "Answer -32602 for a cursor you cannot read; do not begin from the start.",
    page: "server/utilities/pagination",
  },
  "paging-ends": {
    severity: "violation",
    title: "Following nextCursor comes to an end",
    fix: "Leave nextCursor out of the last page, and never give out the same cursor twice.",
    page: "server/utilities/pagination",
  },
  "names-unique": {
    severity: "violation",
    title: "Names in a list are unique",
    fix: "Give every item a name (or URI) of its own; pages must not overlap.",
    page: "server/tools",
  },
  "list-stable": {
    severity: "warning",
    title: "A list keeps its order",
    fix: "List items in the same order every time, so that clients and prompt caches can rely on it.",
    page: "server/tools",
  },
  "cache-scope-shared": {
    severity: "violation",
    title: "All pages of one list have the same cacheScope",
    fix: "Use one cacheScope for every page of a list.",
    page: "server/utilities/caching",
  },
  "tool-name": {
    severity: "warning",
    title: "A tool's name has 1 to 128 letters, digits, _, - or .",
    fix: "Rename the tool: clients and models refuse other names.",
    page: "server/tools",
  },
  "tool-schema": {
    severity: "violation",
    title: "A tool's schemas are valid JSON Schema",
    fix: "Repair the schema: clients drop the tool, or send arguments you do not expect.",
    page: "server/tools",
  },
  "tool-headers": {
    severity: "violation",
    title: "x-mcp-header annotations follow the rules",
    fix: "Clients leave a tool with a bad annotation out of the list: repair it or remove it.",
    page: TRANSPORT,
  },
  "structured-content": {
    severity: "violation",
    title: "A tool with an output schema answers structuredContent that matches it",
    fix: "Write structuredContent as outputSchema says, or remove outputSchema.",
    page: "server/tools",
  },
  "structured-text": {
    severity: "warning",
    title: "Structured content is repeated as text",
    fix: "Add a text block with the same JSON, for clients that do not read structuredContent.",
    page: "server/tools",
  },
};
