import type { Clock, Routing } from "@snodo/protocol";
import { readChallenge } from "../auth/challenge.ts";
import { wireFailure } from "../call/failure.ts";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import type { ProtocolHeaders } from "../request/protocol-headers.ts";
import type { Wire, WireFailure, WireSink } from "../request/wire.ts";
import type { Session } from "./session.ts";

/** What ending a session needs of its connection. */
export interface EndSessionHost {
  readonly url: string;
  readonly label: string;
  readonly wire: Wire;
  readonly headers: ProtocolHeaders;
  readonly session: Session;
  readonly clock: Clock;
}

/** The longest a server may take over it, in milliseconds. */
const PATIENCE = 5000;

/**
 * Tells the server that a session is over, which is then forgotten, whatever the server says.
 *
 * Spec: 2025-11-25 basic/transports, Session Management.
 *
 * @param host - the connection
 * @param id - of the session
 * @param routing - of the session
 * @returns when the server has answered; 404 and 405 are fine
 */
export function endSession(host: EndSessionHost, id: string, routing: Routing): Promise<void> {
  const subject = { message: { method: "the DELETE of the session" }, label: host.label };
  host.session.forget(id);
  return new Promise((resolve, reject) => {
    let running: Running | undefined;
    const timer = host.clock.setTimeout(() => {
      running?.cancel();
      reject(failures.timeoutFailure(subject, PATIENCE));
    }, PATIENCE);
    const done = (error?: unknown): void => {
      host.clock.clearTimeout(timer);
      // The body, if any, is of no interest.
      running?.cancel();
      if (error === undefined) resolve();
      else reject(error);
    };
    const sink: WireSink = {
      head: (status, headers) => done(refusedWith(subject, status, headers)),
      data: () => undefined,
      end: () => undefined,
      failed: (failure: WireFailure) => done(wireFailure(subject, host.url, failure, { answered: false })),
    };
    running = host.wire.start(
      {
        url: host.url,
        method: "DELETE",
        headers: host.headers.delete(routing.revision, id),
        subject: subject.message,
        interactive: false,
      },
      sink,
    );
  });
}

/** A server may not let clients end sessions (405), or have ended this one itself (404). */
function refusedWith(subject: failures.Subject, status: number, headers: ResponseHeaders): unknown {
  if (status < 300 || status === 404 || status === 405) return undefined;
  if (status === 401 || status === 403) {
    return failures.unauthorizedFailure(subject, readChallenge(status, headers), "");
  }
  return failures.statusFailure(subject, status, { body: "" });
}
