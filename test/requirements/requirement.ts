// What this library has to do, one sentence an entry. Tests name the entries they check: see CONTRIBUTING.md.

/** The revisions an entry is about. */
type Revisions =
  | "all"
  | "2026-07-28"
  | "before 2026-07-28"
  | "2025-11-25"
  | "2025-03-26"
  | "since 2025-06-18";

/** The transports an entry is about. */
type Transports = "all" | readonly ("stdio" | "http" | "direct" | "custom")[];

/** One thing that has to hold. */
export interface Requirement {
  /** Lower-case words: `area.what-it-says`. */
  readonly id: string;
  /** Where it comes from: a section of the guide or the API reference, a rule of the specification, a report. */
  readonly source: string;
  readonly statement: string;
  readonly revisions: Revisions;
  readonly transports: Transports;
}

type Row = readonly [
  id: string,
  statement: string,
  only?: Partial<Pick<Requirement, "revisions" | "transports">>,
];

/**
 * Writes entries that share a source.
 *
 * @param source - where they come from
 * @param rows - id, statement, and what it is limited to (every revision and transport by default)
 */
export function from(source: string, rows: readonly Row[]): readonly Requirement[] {
  return rows.map(([id, statement, only]) => ({
    id,
    source,
    statement,
    revisions: only?.revisions ?? "all",
    transports: only?.transports ?? "all",
  }));
}

/** Shorthands for rows. */
export const STATELESS = { revisions: "2026-07-28" } as const;
export const INITIALIZE = { revisions: "before 2026-07-28" } as const;
export const STDIO = { transports: ["stdio"] } as const;
export const HTTP = { transports: ["http"] } as const;
export const DIRECT = { transports: ["direct"] } as const;
export const CUSTOM = { transports: ["custom"] } as const;
