import type { Revision } from "../revisions.ts";

/** What the catalog knows of one method in one revision. */
export interface MethodDescriptor {
  readonly method: string;
  /** Who sends it. */
  readonly from: "client" | "server";
  readonly kind: "request" | "notification";
  /** The capability of the receiver that announces it; undefined when none does. */
  readonly capability?: string | undefined;
  /** True when its complete results carry `ttlMs` and `cacheScope`. */
  readonly cacheable: boolean;
  /** True when it may be answered `input_required`. */
  readonly mayAskInput: boolean;
  /** The param whose value is sent as `Mcp-Name`. */
  readonly nameParam?: string | undefined;
  /** True when asking twice changes nothing, so that a lost request may be repeated. */
  readonly safe: boolean;
  /** True when it exists only as an object inside `inputRequests`, never as a message. */
  readonly embedded: boolean;
  /** The extension that defines it; the core revision alone does not. */
  readonly extension?: string | undefined;
}

/** A row of the tables: a descriptor and the revisions it holds for. */
export interface MethodRow {
  readonly method: string;
  readonly first?: Revision;
  readonly last?: Revision;
  readonly capability?: string;
  /** Holds from 2026-07-28 on. */
  readonly cacheable?: true;
  /** Holds from 2026-07-28 on. */
  readonly mayAskInput?: true;
  readonly nameParam?: string;
  readonly safe?: true;
  /** Holds from 2026-07-28 on. */
  readonly embedded?: true;
  readonly extension?: string;
}
