import { messageOf } from "@snodo/protocol";
import { deadline } from "../calls/deadline.ts";
import type { Core } from "./core.ts";

/** The longest a server may take over the end of its session, in milliseconds. */
const END_SESSION = 5000;
/** Transports bound their own end; this is for one that does not. */
const CLOSE = 10_000;

/**
 * Closes a client: calls settle first, then the session ends, then the transport. Never rejects.
 *
 * @param core - the client
 */
export async function closeClient(core: Core): Promise<void> {
  const { link, settings } = core;
  link.stop();
  const { connection } = link;
  if (connection.sessionId !== undefined && connection.endSession !== undefined && link.alive) {
    const limit = Math.min(END_SESSION, settings.timeout ?? END_SESSION);
    await quietly(
      core,
      "end_session_failed",
      deadline(link, connection.endSession(link.routing), "ending the session", limit, undefined),
    );
  }
  await quietly(core, "close_failed", deadline(link, connection.close(), "closing", CLOSE, undefined));
}

async function quietly(core: Core, code: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    core.link.diagnostics.report({
      level: "debug",
      code,
      message: `closing the connection was not clean: ${messageOf(error)}`,
      server: core.link.label,
      cause: error,
    });
  }
}
