import type { JsonObject } from "@snodo/protocol";
import type { ContractCase } from "./case.ts";

/** What `OAuthStore` of `@snodo/oauth` asks for; written out here so that this package needs no other. */
export interface OAuthStoreLike {
  get(
    kind: OAuthRecordKind,
    key: string,
  ): Promise<{ readonly value: JsonObject; readonly version: string } | undefined>;
  set(
    kind: OAuthRecordKind,
    key: string,
    value: JsonObject,
    condition?: { readonly ifVersion?: string | null | undefined },
  ): Promise<boolean>;
  delete(
    kind: OAuthRecordKind,
    key: string,
    condition?: { readonly ifVersion?: string | null | undefined },
  ): Promise<boolean>;
  withLock<T>(
    key: string,
    run: (signal: AbortSignal) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
}

/** The kinds of records. */
export type OAuthRecordKind = "tokens" | "registration" | "pending" | "discovery" | "key";

/** A store under test. Each case starts with an empty one. */
export interface OAuthStoreSubject {
  readonly store: OAuthStoreLike;
  /** A second store object over the same data, as another process would have it. Needed by `shared` cases. */
  readonly other?: OAuthStoreLike | undefined;
  /** Puts everything away. */
  dispose?(): void | Promise<void>;
}

/** One case, as its table writes it. */
export type OAuthStoreRow = readonly [
  group: string,
  name: string,
  run: ContractCase<OAuthStoreSubject>["run"],
  needs?: string,
];
