import { authorized, problem, refused } from "./auth-scenarios.ts";
import {
  answerInput,
  callAsTold,
  callEveryTool,
  listTools,
  negotiate,
  returnSchema,
  useEverything,
} from "./core-scenarios.ts";
import type { Scenario } from "./environment.ts";
import { listSkills, refusedSkills } from "./skills-scenarios.ts";

type Play = (scenario: Scenario) => Promise<void>;

const plays: ReadonlyMap<string, Play> = new Map([
  ["initialize", listTools],
  ["tools_call", callEveryTool],
  ["elicitation-sep1034-client-defaults", callEveryTool],
  ["sse-retry", callEveryTool],
  ["request-metadata", negotiate],
  ["sep-2322-client-request-state", answerInput],
  ["http-standard-headers", useEverything],
  ["http-custom-headers", callAsTold],
  ["http-invalid-tool-headers", callEveryTool],
  ["json-schema-ref-no-deref", listTools],
  ["json-schema-2020-12-preservation", returnSchema],
  ["auth/resource-mismatch", refused(problem("resource_mismatch"))],
  ["auth/metadata-issuer-mismatch", refused(problem("issuer_mismatch"))],
  ["auth/iss-supported-missing", refused(problem("issuer_mismatch"))],
  ["auth/iss-wrong-issuer", refused(problem("issuer_mismatch"))],
  ["auth/iss-unexpected", refused(problem("issuer_mismatch"))],
  ["auth/iss-normalized", refused(problem("issuer_mismatch"))],
  ["auth/scope-retry-limit", refused(problem("insufficient_scope"))],
  ["sep-2640-client-no-prefetch", listSkills],
  ["sep-2640-client-verify-digest", refusedSkills("digest")],
  ["sep-2640-client-verify-size", refusedSkills("size")],
  ["sep-2640-client-verify-frontmatter", refusedSkills("frontmatter")],
]);

/**
 * What an application does in a scenario.
 *
 * @throws Error for a scenario that nothing here knows
 */
export function playOf(name: string): Play {
  const play = plays.get(name) ?? (name.startsWith("auth/") ? authorized : undefined);
  if (play === undefined) throw new Error(`no play for the scenario ${name}`);
  return play;
}
