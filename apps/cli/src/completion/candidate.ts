/** Something that may be typed next. */
export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about?: string | undefined;
}

/** What is asked of a server to complete a word. */
export type Wanted =
  | { readonly type: "tools" }
  | { readonly type: "prompts" }
  | { readonly type: "uris" }
  /** Prompts and templates. */
  | { readonly type: "completable" }
  | { readonly type: "tool-argument"; readonly tool: string }
  | { readonly type: "prompt-argument"; readonly prompt: string };

/** What can come next. */
export type Place =
  /** Known here. */
  | { readonly type: "words"; readonly candidates: readonly Candidate[] }
  /** A name out of the configuration files. */
  | { readonly type: "server" }
  /** Something of the server that was named. */
  | {
      readonly type: "live";
      readonly wanted: Wanted;
      /** The words after the name of the command, the server first. */
      readonly server: string;
      /** What was typed of the arguments before. */
      readonly given: readonly string[];
    }
  | { readonly type: "nothing" };
