import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docs } from "../paths.ts";

/** What a library does about a feature. */
export type Mark = "yes" | "part" | "no";

/** One line of the comparison. */
export interface Claim {
  readonly group: string;
  readonly feature: string;
  /** By package. */
  readonly cells: Readonly<Record<string, Mark>>;
  /** What qualifies a cell, by package. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Tests that hold our cell: a file, `::`, and the beginning or a part of a title in it. */
  readonly tests?: readonly string[];
  /** Cases of the client contract that hold every cell: `group: name`. */
  readonly contract?: readonly string[];
  /** What other modules export, and what not. */
  readonly modules?: readonly {
    readonly module: string;
    readonly has?: readonly string[];
    readonly lacks?: readonly string[];
  }[];
}

/** The comparison: `docs/claims.json`. */
export interface Claims {
  /** Versions by package, ours first and without one: this is the one beside it. */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly Claim[];
}

/**
 * The last part of a package's name, for the heads of wide tables.
 *
 * @param name - of a package
 */
export function shortName(name: string): string {
  return name === "@ai-sdk/mcp" ? "ai-sdk/mcp" : (name.split("/").at(-1) ?? name);
}

/** Reads the comparison. */
export function readClaims(): Claims {
  return JSON.parse(readFileSync(join(docs, "claims.json"), "utf8")) as Claims;
}
