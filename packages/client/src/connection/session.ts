import type { Connection, Era, Implementation, Revision, ServerCapabilities } from "@snodo/protocol";

/** What is known of the server on the other end. */
export interface Session {
  readonly protocolVersion: Revision;
  readonly era: Era;
  /** The session id the server issued, while it holds (initialize era over HTTP). */
  readonly sessionId: string | undefined;
  /** Who the server says it is; undefined until it said so. */
  readonly serverInfo: Implementation | undefined;
  /** What the server offers; undefined for a pinned stateless connection until `discover` is called. */
  readonly capabilities: ServerCapabilities | undefined;
  /** How the server wants to be used. */
  readonly instructions: string | undefined;
}

/** What a handshake or a probe told. */
export interface ServerFacts {
  readonly serverInfo?: Implementation | undefined;
  readonly capabilities?: ServerCapabilities | undefined;
  readonly instructions?: string | undefined;
}

/**
 * Builds the session of a connection. The session id is read live: a lost session may be replaced.
 *
 * @param protocolVersion - the revision that was settled
 * @param era - its era
 * @param connection - the open connection
 * @param facts - what the server said about itself
 */
export function session(
  protocolVersion: Revision,
  era: Era,
  connection: Connection,
  facts: ServerFacts,
): Session {
  return Object.freeze({
    protocolVersion,
    era,
    get sessionId() {
      return connection.sessionId;
    },
    serverInfo: facts.serverInfo,
    capabilities: facts.capabilities,
    instructions: facts.instructions,
  });
}
