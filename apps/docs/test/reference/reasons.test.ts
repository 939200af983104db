import type { AuthorizationProblem, ReasonType, SkillProblem, TaskProblem } from "@snodo/protocol";
import { expect, test } from "vitest";
import { page } from "./markdown.ts";

const text = page("reference/reasons.md");

// The compiler sees to it that none is missing here.
const reasons: Record<ReasonType, true> = {
  server_error: true,
  timeout: true,
  max_total_timeout: true,
  closed: true,
  connection_lost: true,
  unreachable: true,
  spawn_failed: true,
  process_exit: true,
  stream_lost: true,
  outcome_unknown: true,
  http_status: true,
  unauthorized: true,
  authorization: true,
  session_expired: true,
  redirect: true,
  no_answer: true,
  stream_ended: true,
  content_type: true,
  content_encoding: true,
  invalid_header: true,
  max_response_bytes: true,
  max_pages: true,
  invalid_message: true,
  invalid_result: true,
  unknown_result_type: true,
  repeated_cursor: true,
  unsupported_version: true,
  method_not_defined: true,
  invalid_tool_headers: true,
  input_required: true,
  no_input_handler: true,
  input_handler: true,
  max_input_rounds: true,
  malformed_input_request: true,
  output_mismatch: true,
  output_schema: true,
  task: true,
  skill: true,
  other: true,
};

type Problem = AuthorizationProblem | TaskProblem | SkillProblem;
const problems: Record<Problem, "authorization" | "task" | "skill" | "task and skill"> = {
  interaction_required: "authorization",
  discovery_failed: "authorization",
  issuer_mismatch: "authorization",
  resource_mismatch: "authorization",
  pkce_unsupported: "authorization",
  registration_rejected: "authorization",
  client_id_required: "authorization",
  callback: "authorization",
  token_request: "authorization",
  insufficient_scope: "authorization",
  unauthorized_after_auth: "authorization",
  blocked_url: "authorization",
  store: "authorization",
  not_loaded: "authorization",
  cancelled: "task",
  expired: "task",
  not_supported: "task and skill",
  invalid_entry: "skill",
  too_large: "skill",
  unlisted_file: "skill",
  size: "skill",
  digest: "skill",
  frontmatter: "skill",
};

/** What the page says of one reason. */
function section(reason: string): string {
  const start = text.indexOf(`### \`${reason}\`\n`);
  return start < 0 ? "" : text.slice(start, text.indexOf("\n##", start));
}

test("the page has a section for every reason, and no other", () => {
  const headings = [...text.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name ?? "");
  expect(headings.sort()).toEqual(Object.keys(reasons).sort());
});

test("every section says something", () => {
  const short = Object.keys(reasons).filter((reason) => section(reason).length < 80);
  expect(short).toEqual([]);
});

test.each(["authorization", "task", "skill"])(
  "the problems of %s are in the table of its section",
  (reason) => {
    const listed = [...section(reason).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name ?? "");
    const expected = Object.entries(problems)
      .filter(([, owner]) => owner.split(" and ").includes(reason))
      .map(([name]) => name);
    expect(listed.sort()).toEqual(expected.sort());
  },
);
