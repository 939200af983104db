import type { Revision } from "@snodo/protocol";

/** `violation` breaks a MUST or the schema, `warning` a SHOULD or what clients rely on. */
export type Severity = "violation" | "warning";

/** One thing the specification asks of a server. */
export interface Rule {
  readonly severity: Severity;
  /** What is asked, as a sentence. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string;
  /** The page of the specification, the same path in every revision, or one for each era. */
  readonly page: string | { readonly stateless: string; readonly initialize: string };
}

/** A rule that does not hold. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The revisions in which it was seen. */
  readonly revisions: readonly Revision[];
  /** What it is about: methods, tools, resources. */
  readonly subjects: readonly string[];
  /** What happened, in words. */
  readonly problem: string;
  /** What the server wrote about the first subject, clipped; empty when nothing was written. */
  readonly evidence: string;
  readonly fix: string;
  /** Where the specification says so. */
  readonly page: string;
}
