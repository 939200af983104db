import type { Transport } from "@snodo/protocol";

/** A transport under test, connected to a `contractServer` of its own. */
export interface TransportSubject {
  readonly transport: Transport;
  /** Kills the server or cuts every connection to it, without a farewell. Needed by `sever` cases. */
  sever?(): void | Promise<void>;
  /** The largest message it was told to accept, in bytes. Needed by `limit` cases. */
  readonly limit?: number | undefined;
  /** Puts everything away. */
  dispose?(): void | Promise<void>;
}

/** Features a transport may lack: pass those to `runContract` as `without`. */
export type TransportFeature =
  /** Speaks revisions before 2026-07-28. */
  | "initialize"
  /** Speaks 2026-07-28. */
  | "stateless"
  /** Long-lived responses. */
  | "streaming"
  /** Requests of the server. */
  | "server-requests"
  /** The subject can be severed. */
  | "sever"
  /** The subject was built with a limit. */
  | "limit";
