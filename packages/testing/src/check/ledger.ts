import { eraOf, quote, REVISIONS, type Revision } from "@snodo/protocol";
import type { Finding, Rule } from "./rule.ts";
import { RULES, type RuleName } from "./rules.ts";

/** How much of what a server wrote is kept as evidence. */
const EVIDENCE = 300;

/** What was seen in one place. */
export interface Observation {
  readonly subject: string;
  readonly problem: string;
  /** What the server wrote; left out when it wrote nothing. */
  readonly evidence?: unknown;
}

/** How often a rule was looked at, and what became of it. */
export interface RuleCount {
  readonly passed: number;
  readonly failed: number;
}

/** Collects what a check finds, and joins what is the same in several revisions. */
export class Ledger {
  readonly #findings = new Map<string, Finding>();
  readonly #counts = new Map<RuleName, { passed: number; failed: number }>();

  /** Notes that a rule holds, or how it does not. */
  note(rule: RuleName, revision: Revision, problem: Observation | undefined): void {
    const count = this.#counts.get(rule) ?? { passed: 0, failed: 0 };
    this.#counts.set(rule, count);
    if (problem === undefined) count.passed += 1;
    else {
      count.failed += 1;
      this.#add(rule, revision, problem);
    }
  }

  /** By rule. */
  get counts(): ReadonlyMap<string, RuleCount> {
    return this.#counts;
  }

  /** Violations first, then in the order of the rules. */
  findings(): readonly Finding[] {
    const order = Object.keys(RULES);
    return [...this.#findings.values()].sort(
      (a, b) =>
        Number(a.severity === "warning") - Number(b.severity === "warning") ||
        order.indexOf(a.rule) - order.indexOf(b.rule),
    );
  }

  #add(name: RuleName, revision: Revision, { subject, problem, evidence }: Observation): void {
    const rule: Rule = RULES[name];
    const key = JSON.stringify([name, problem]);
    const known = this.#findings.get(key);
    const revisions = REVISIONS.filter(
      (each) => each === revision || known?.revisions.includes(each) === true,
    );
    this.#findings.set(key, {
      rule: name,
      severity: rule.severity,
      revisions,
      subjects: [...new Set([...(known?.subjects ?? []), subject])],
      problem,
      evidence: known?.evidence ?? (evidence === undefined ? "" : quote(text(evidence), EVIDENCE)),
      fix: rule.fix,
      page: known?.page ?? pageOf(rule, revision),
    });
  }
}

function pageOf({ page }: Rule, revision: Revision): string {
  const path = typeof page === "string" ? page : page[eraOf(revision)];
  return `https://modelcontextprotocol.io/specification/${revision}/${path}`;
}

function text(evidence: unknown): string {
  return typeof evidence === "string" ? evidence : (JSON.stringify(evidence) ?? "");
}
