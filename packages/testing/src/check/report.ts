import type { JsonObject, Revision } from "@snodo/protocol";
import type { Ledger, RuleCount } from "./ledger.ts";
import type { Finding } from "./rule.ts";

/** Whether a server speaks a revision. */
export interface SpokenRevision {
  readonly revision: Revision;
  readonly spoken: boolean;
  /** Why not. */
  readonly reason?: string | undefined;
}

/** What a check found out about a server. */
export interface ServerReport {
  /** How the transport names the server. */
  readonly server: string;
  /** Who it says it is, when it said so. */
  readonly serverInfo: JsonObject | undefined;
  readonly revisions: readonly SpokenRevision[];
  /** Violations first. */
  readonly findings: readonly Finding[];
  /** How often each rule was looked at. */
  readonly rules: ReadonlyMap<string, RuleCount>;
  /** True when there is no violation. */
  readonly ok: boolean;
  /** The report for people. */
  text(): string;
}

/**
 * Puts a report together.
 *
 * @param server - the transport's label
 * @param serverInfo - who the server says it is
 * @param revisions - what it speaks
 * @param ledger - what was noted
 */
export function serverReport(
  server: string,
  serverInfo: JsonObject | undefined,
  revisions: readonly SpokenRevision[],
  ledger: Ledger,
): ServerReport {
  const findings = ledger.findings();
  const rules = ledger.counts;
  return {
    server,
    serverInfo,
    revisions,
    findings,
    rules,
    ok: !findings.some(({ severity }) => severity === "violation"),
    text: () => reportText(server, serverInfo, revisions, findings, rules),
  };
}

function reportText(
  server: string,
  serverInfo: JsonObject | undefined,
  revisions: readonly SpokenRevision[],
  findings: readonly Finding[],
  rules: ReadonlyMap<string, RuleCount>,
): string {
  const who =
    serverInfo === undefined ? "" : ` (${String(serverInfo["name"])} ${String(serverInfo["version"])})`;
  const spoken = revisions.filter((each) => each.spoken).map(({ revision }) => revision);
  const silent = revisions.filter((each) => !each.spoken);
  const counts = [...rules.values()];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const kept = counts.filter(({ failed }) => failed === 0).length;
  const of = (severity: Finding["severity"]): readonly Finding[] =>
    findings.filter((each) => each.severity === severity);
  return [
    `${server}${who}`,
    spoken.length === 0 ? "speaks no revision that was tried" : `speaks ${spoken.join(", ")}`,
    ...silent.map(({ revision, reason }) => `does not speak ${revision}: ${reason}`),
    `${kept} of ${rules.size} rules hold in every place they were looked at (${passed} checks passed)`,
    `${plural(of("violation").length, "violation")}, ${plural(of("warning").length, "warning")}`,
    ...findings.map(block),
  ].join("\n");
}

function block({ severity, rule, subjects, problem, revisions, evidence, fix, page }: Finding): string {
  return [
    "",
    `${severity.toUpperCase()} ${rule} [${revisions.join(", ")}]`,
    `  ${named(subjects)}: ${problem}`,
    ...(evidence === "" ? [] : [`  the server wrote: ${evidence}`]),
    `  what to do: ${fix}`,
    `  ${page}`,
  ].join("\n");
}

/** So many subjects are named. */
const NAMED = 8;

function named(subjects: readonly string[]): string {
  const more = subjects.length - NAMED;
  return [...subjects.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
