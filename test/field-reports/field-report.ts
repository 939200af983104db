/** A public report of a bug in some MCP client, and where it is made sure that this one does not have it. */
export interface FieldReport {
  /** What tests cite it by, as in `Field report 12`. */
  readonly number: number;
  /** The issues and pull requests it was read in, as `owner/repo#number`. */
  readonly from: readonly string[];
  /** Tests of `packages/<package>/test/regression`, as `<package>/<repo>-<number>`. */
  readonly tests: readonly string[];
}
